import { z } from 'zod';

/** One method of one path, as OpenAPI describes it. */
export interface Described {
  summary: string;
  /** Null: everybody may. */
  role: 'upload' | 'admin' | null;
  query?: z.ZodObject;
  /** What else the query may have, as JSON Schema by name; nothing of it must be there. */
  parameters?: Readonly<Record<string, object>>;
  /** The parts of the path that are in braces, in their order. */
  path?: z.ZodObject;
  body?: Record<string, object>;
  answers: Record<number, { description: string; content?: Record<string, object> }>;
  /** Codes of problem+json, by status. */
  problems: Record<number, string>;
}

export type Operations = Record<string, Record<string, Described>>;

/** The path of a thing that one text names. */
export function keyPath(name: string): z.ZodObject {
  return z.object({ [name]: z.string() });
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
export function json(schema: z.ZodType) {
  return { 'application/json': { schema: toJsonSchema(schema, 'output') } };
}

const text = { schema: { type: 'string' } };

/** The content of an answer that is text of one of these types. */
export function texts(...types: string[]): Record<string, object> {
  return Object.fromEntries(types.map((type) => [type, text]));
}

/** The content of an answer of bytes; OpenAPI 3.1 says no more of them than their type. */
export function bytes(type: string): Record<string, object> {
  return { [type]: {} };
}
