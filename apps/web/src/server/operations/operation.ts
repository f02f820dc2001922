import type { Database } from '@basecase/db/database';
import type { z } from 'zod';
import { type Described, json, keyPath, toJsonSchema } from './described';

/** Arguments of an operation. */
export interface Call<Query, Body> {
  db: Database;
  query: Query;
  body: Body;
  /** The part of the path in braces. */
  key: string;
  /** Name of the visitor, for histories. */
  by(): Promise<string>;
}

type Infer<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;

export interface Definition<
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType,
  Found,
> {
  /** `GET /api/v1/uploads/{id}` */
  at: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
  summary: string;
  /** Null: everybody may. */
  role: Described['role'];
  query?: Query | undefined;
  /** Which unknown parts of the query are refused: parameters, or also names of products and servers. */
  checks?: 'parameters' | 'names';
  body?: Body;
  answer: Answer;
  description: string;
  /** Default: 200. */
  status?: 201;
  /** Codes of problem+json, by status; those of a wrong token follow from the role. */
  problems: Described['problems'];
  run(call: Call<Infer<Query>, Infer<Body>>): Promise<Found>;
  /** The answer over HTTP, with whole addresses. */
  json(found: Found, baseUrl: string): z.infer<Answer>;
}

export interface Operation<
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType,
  Found,
> extends Definition<Query, Body, Answer, Found> {
  query: Query;
  described: Described;
}

const WRONG_TOKEN: Described['problems'] = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};

/**
 * An operation of the HTTP interface, once: its route (`routeOf`), its entry in OpenAPI (`described`), its procedure
 * (`procedureOf`) and its JSON are made from this definition.
 */
export function defineOperation<
  Answer extends z.ZodType,
  Found,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Query, Body, Answer, Found>): Operation<Query, Body, Answer, Found> {
  const { at, summary, role, query, body, answer, description, status = 200, problems } = definition;
  const [, name] = /\{(\w+)\}/.exec(at) ?? [];
  return {
    ...definition,
    query: query as Query,
    described: {
      summary,
      role,
      ...(query && { query }),
      ...(name && { path: keyPath(name) }),
      ...(body && { body: { 'application/json': { schema: toJsonSchema(body, 'input') } } }),
      answers: { [status]: { description, content: json(answer) } },
      problems: { ...(role === null ? {} : WRONG_TOKEN), ...problems },
    },
  };
}
