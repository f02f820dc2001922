/**
 * Geometric mean of ratios. Missing, zero and infinite ones are left out: a logarithm has no place for them.
 *
 * @returns null when nothing is left
 */
export function geometricMean(values: readonly (number | null)[]): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null || value <= 0 || !Number.isFinite(value)) continue;
    sum += Math.log(value);
    count += 1;
  }
  return count === 0 ? null : Math.exp(sum / count);
}
