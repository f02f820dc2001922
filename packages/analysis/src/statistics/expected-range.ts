/**
 * Expected range of n values of a normal distribution in SD: twice the expected largest one, which is the quantile
 * (n - 0.375) / (n + 0.25) (Blom 1958, Statistical Estimates and Transformed Beta-Variables). Off by 4% up to n = 5,000.
 */
export function expectedRange(count: number): number {
  return 2 * normalQuantile((count - 0.375) / (count + 0.25));
}

/** Of the normal distribution, by Tukey's lambda distribution: 4.91 × (p^0.14 - (1 - p)^0.14). */
function normalQuantile(p: number): number {
  return 4.91 * (p ** 0.14 - (1 - p) ** 0.14);
}

/** Variance of a median of n values of a normal distribution against that of their mean: 1 at 1 and 2, near pi / 2 of many. */
export function medianFactor(count: number): number {
  if (count <= 2) return 1;
  return (Math.PI / 2) * (count / (count + 1.5));
}
