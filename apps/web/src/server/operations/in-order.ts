import type { z } from 'zod';

/** The fields of a schema, in its order; what a value has besides them is left out. The compiler checks that none is missing. */
export function inOrder<Schema extends z.ZodObject>(schema: Schema, value: z.infer<Schema>): z.infer<Schema> {
  const fields = Object.keys(schema.shape).map((name) => [name, value[name]]);
  return Object.fromEntries(fields) as z.infer<Schema>;
}
