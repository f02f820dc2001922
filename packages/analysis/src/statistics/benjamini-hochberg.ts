/**
 * Benjamini-Hochberg: of m p-values in rising order, those up to the last with p(j) <= q × j / m are rejected
 * (docs/method.md §3.1). The expected part of false ones among them is at most q, if tails are right and errors are not
 * much correlated; measured: about 1 flag in 10.
 *
 * @param ps null = not compared: it is not in the family
 * @returns for each p-value whether it is rejected
 */
export function benjaminiHochberg(ps: readonly (number | null)[], q: number): boolean[] {
  const sorted = ps.filter((p) => p !== null).sort((a, b) => a - b);
  // Equal p-values stand side by side, so the limit takes all of them or none.
  const limit =
    sorted.findLast((p, index) => p <= (q * (index + 1)) / sorted.length) ?? Number.NEGATIVE_INFINITY;
  return ps.map((p) => p !== null && p <= limit);
}
