import type { z } from 'zod';

/** A line of JSON; null for one that was cut when its writer was killed. */
export function parseLine<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
