import { NotFoundError } from '../errors';

const MAX_ID = 2 ** 31 - 1;

/**
 * An id from a link. Text that cannot be an id names nothing, which is the same to the reader as an id that is gone.
 *
 * @throws NotFoundError
 */
export function parseId(id: string, noun: string): number {
  const number = /^\d{1,10}$/.test(id) ? Number(id) : 0;
  if (number < 1 || number > MAX_ID) throw new NotFoundError(`No ${noun} "${id.slice(0, 80)}".`);
  return number;
}
