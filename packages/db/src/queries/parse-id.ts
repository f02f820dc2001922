import { NotFoundError } from '../errors';

/** Of what there are few of: columns of 32 bits. */
const MAX_SHORT_ID = 2 ** 31 - 1;

/**
 * An id from a link. Text that cannot be an id names nothing, which is the same to the reader as an id that is gone.
 *
 * @throws NotFoundError
 */
export function parseId(id: string, noun: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,16}$/.test(id) ? Number(id) : 0;
  if (number < 1 || number > max) throw new NotFoundError(`No ${noun} "${id.slice(0, 80)}".`);
  return number;
}

/** The same of a table whose ids are 32 bit: tokens, sessions, webhooks, annotations. @throws NotFoundError */
export function parseShortId(id: string, noun: string): number {
  return parseId(id, noun, MAX_SHORT_ID);
}
