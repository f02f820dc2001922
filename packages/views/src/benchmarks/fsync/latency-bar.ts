/** The shortest bar, so that the smallest latency is seen too. */
const SHORTEST = 0.06;

/**
 * Length of a latency's bar: latencies of one table span four orders of magnitude, so it is logarithmic.
 *
 * @returns 0 to 1, 1 for the largest of all
 */
export function barOf(value: number, all: readonly (number | null)[]): number {
  const known = all.filter((each) => each !== null && each > 0) as number[];
  const [min, max] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0 || value <= 0 || min === max) return 1;
  const place = (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min));
  return SHORTEST + (1 - SHORTEST) * place;
}
