import { cpus } from 'node:os';

/**
 * The half of the machine that a variant of a duet has, as taskset names CPUs. They change sides with each start, so that
 * neither keeps the better half.
 *
 * @param index of the variant, 0 or 1
 * @param start from 1
 */
export function half(index: number, start: number, count = cpus().length): string {
  const middle = Math.floor(count / 2);
  const isFirst = (index + start) % 2 === 0;
  const [from, to] = isFirst ? [0, middle - 1] : [middle, count - 1];
  return from === to ? String(from) : `${from}-${to}`;
}
