import { z } from 'zod';
import { MAX_PAGE, MAX_SEARCH, MAX_TEXT } from './words';

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

/* The kinds of parameters that lists have. */

/** A slug, a name or a key. */
export const slug = text.min(1).max(MAX_TEXT);
export const id = text.max(20);
/** Words that a list is searched for. */
export const search = text.max(MAX_SEARCH).optional();
export const pageNumber = z.coerce.number().int().min(1).max(MAX_PAGE);
/** Entries of a page. */
export const limit = z.coerce.number().int().min(1).max(200);
