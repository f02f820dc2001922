import type { Database } from '@basecase/db/database';
import { z } from 'zod';
import { actorOf, requireOwnAgent } from '../access/auth';
import { database } from '../database';
import { readJson } from '../uploads/read-json';

/** A method of a path, as OpenAPI describes it. */
export interface Described {
  /** `GET /api/v1/uploads/{id}` */
  at: `${'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
  summary: string;
  /** Null: everybody may. */
  role: 'agent' | 'upload' | 'admin' | null;
  query?: z.ZodObject;
  /** What else the query may have, as JSON Schema by name; nothing of it must be there. */
  parameters?: Readonly<Record<string, object>>;
  /** The part of the path in braces. Default: any text. */
  path?: z.ZodObject;
  body?: Record<string, object>;
  answers: Record<number, { description: string; content: Record<string, object> }>;
  /** Codes of problem+json, by status; those of a wrong token follow from the role. */
  problems?: Record<number, string>;
}

/** What was asked for. */
export interface Asked<Query> {
  query: Query;
  /** The part of the path in braces. */
  key: string;
  /** The query as it was sent. */
  search: URLSearchParams;
  /** Address of this server. */
  baseUrl: string;
  request: Request;
}

type Infer<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;
type QuerySchema = z.ZodObject | undefined;

/** A route of the HTTP interface, once: its handler (`routeOf`) and its entry in OpenAPI are made from this. */
export interface Route<Query extends QuerySchema> extends Omit<Described, 'query'> {
  query?: Query;
  /**
   * Which unknown parts of the query are refused: parameters, or also names of products and servers. own: the route reads
   * the query itself; only formats are checked.
   */
  checks?: 'parameters' | 'names' | 'own';
  respond(asked: Asked<Infer<Query>>): Promise<Response>;
}

export function defineRoute<Query extends QuerySchema = undefined>(route: Route<Query>): Route<Query> {
  return { ...route, problems: problemsOf(route) };
}

/** Parameters that choose a form of the answer, not its content: a wrong one has its own code. */
export const FORMATS = ['format', 'length'];

type Refusing = Pick<Route<QuerySchema>, 'at' | 'query' | 'checks' | 'problems'> & { body?: unknown };

/** Codes that follow from path, query and body, before those of the route itself. */
function problemsOf({ at, query, checks, body, problems = {} }: Refusing): Record<number, string> {
  const names = Object.keys(query?.shape ?? {});
  const isParsed = checks !== 'own' && names.some((name) => !FORMATS.includes(name));
  const invalid = [
    names.includes('format') && 'FORMAT_UNKNOWN',
    (body || isParsed) && 'INPUT_INVALID',
    checks && checks !== 'own' && 'PARAMETER_INVALID',
    problems[400],
  ].filter(Boolean);
  const missing = at.includes('{') || checks === 'names' || checks === 'own' ? 'NOT_FOUND' : problems[404];
  const all = { ...problems, 400: invalid.join(', '), 404: missing };
  return Object.fromEntries(Object.entries(all).filter(([, codes]) => codes)) as Record<number, string>;
}

/** Arguments of an operation. */
export interface Call<Query, Body> extends Pick<Asked<Query>, 'query' | 'key' | 'search'> {
  db: Database;
  body: Body;
  /** Name of the visitor, for histories. */
  by(): Promise<string>;
  /** @throws AuthError for a token that is of another agent */
  asAgent(name: string): Promise<void>;
}

interface Definition<
  Query extends QuerySchema,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType,
  Found,
> extends Omit<Route<Query>, 'parameters' | 'body' | 'answers' | 'respond'> {
  body?: Body;
  answer: Answer;
  description: string;
  /** Default: 200. */
  status?: 201;
  run(call: Call<Infer<Query>, Infer<Body>>): Promise<Found>;
  /** The answer over HTTP, with whole addresses. Not needed where `run` finds it as it is sent. */
  json?(found: Found, baseUrl: string): z.infer<Answer>;
}

export interface Operation<Query extends QuerySchema, Body extends z.ZodType | undefined, Found>
  extends Route<Query>,
    Pick<Definition<Query, Body, z.ZodType, Found>, 'run'> {
  query: Query;
}

/**
 * An operation that answers in JSON, once: its route (`routeOf`), its entry in OpenAPI, its procedure (`resolverOf`) and its
 * JSON are made from this definition.
 */
export function defineOperation<
  Answer extends z.ZodType,
  Query extends QuerySchema = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: Definition<Query, Body, Answer, z.infer<Answer>> & { json?: never },
): Operation<Query, Body, z.infer<Answer>>;
export function defineOperation<
  Answer extends z.ZodType,
  Found,
  Query extends QuerySchema = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Query, Body, Answer, Found> & { json: object }): Operation<Query, Body, Found>;
export function defineOperation<Query extends QuerySchema, Body extends z.ZodType | undefined>({
  body,
  answer,
  description,
  status,
  run,
  json: toJson,
  ...definition
}: Definition<Query, Body, z.ZodType, unknown>): Operation<Query, Body, unknown> {
  return {
    ...definition,
    problems: problemsOf({ ...definition, body }),
    query: definition.query as Query,
    ...(body && { body: jsonBody(body) }),
    answers: { [status ?? 200]: { description, content: json(answer) } },
    run,
    async respond({ query, key, search, baseUrl, request }) {
      const found = await run({
        db: database(),
        query,
        body: body?.parse(await readJson(request)) as Infer<Body>,
        key,
        search,
        by: () => actorOf(request.headers),
        asAgent: (name) => requireOwnAgent(request.headers, name),
      });
      return Response.json(toJson ? toJson(found, baseUrl) : found, { status });
    },
  };
}

/** The fields of a schema, in its order; what a value has besides them is left out. The compiler checks that none is missing. */
export function inOrder<Schema extends z.ZodObject>(schema: Schema, value: z.infer<Schema>): z.infer<Schema> {
  const fields = Object.keys(schema.shape).map((name) => [name, value[name]]);
  return Object.fromEntries(fields) as z.infer<Schema>;
}

export interface JsonSchema {
  properties?: Readonly<Record<string, object>> | undefined;
  required?: string[];
}

/** A schema as OpenAPI has it; `input` describes requests, `output` answers. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // OpenAPI 3.1 is JSON Schema of this draft, and names the draft itself.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest as JsonSchema;
}

/** The content of an answer in JSON. */
export function json(schema: z.ZodType): Record<string, object> {
  return { 'application/json': { schema: toJsonSchema(schema, 'output') } };
}

/** The content of a request in JSON. */
export function jsonBody(schema: z.ZodType): Record<string, object> {
  return { 'application/json': { schema: toJsonSchema(schema, 'input') } };
}

/** The content of an answer that is text of one of these types. */
export function texts(...types: string[]): Record<string, object> {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
}

/** The content of an answer of bytes; OpenAPI 3.1 says no more of them than their type. */
export function bytes(type: string): Record<string, object> {
  return { [type]: {} };
}
