import { z } from 'zod';

/* The kinds of fields that entities have. */

export const text = z.string();
export const maybeText = text.nullable();
export const texts = z.array(text);
export const number = z.number();
export const maybeNumber = number.nullable();
export const integer = number.int();
export const count = integer.nonnegative();
export const flag = z.boolean();
/** ISO 8601, in UTC. */
export const time = z.iso.datetime();
export const maybeTime = time.nullable();
export const address = z.url();

/** Who did something, and when. */
export const byAndAt = z.object({ by: text, at: time });

export function list<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(z.object(shape));
}
