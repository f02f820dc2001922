/**
 * Geometric mean of ratios. Missing, zero and infinite ones are left out: a logarithm has no place for them.
 *
 * @returns null when nothing is left
 */
export function geometricMean(values: readonly (number | null)[]): number | null {
  const logs = values.flatMap((value) =>
    value !== null && value > 0 && Number.isFinite(value) ? [Math.log(value)] : [],
  );
  if (logs.length === 0) return null;
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
