import type { StretchSums } from './level-cuts';
import type { SeriesNoise } from './series-noise';
import { SERIES_RULE } from './series-rule';

export interface DriftQuestion {
  /** ln of the nights that levels are made of. */
  logs: readonly number[];
  sums: StretchSums;
  /** Places where levels begin, and the place after the last one. */
  bounds: readonly number[];
  noise: SeriesNoise;
}

/**
 * Changes that came over many nights: of neighbouring levels of any number, a straight line through all of them leaves
 * no more than their steps, at their price, do (docs/method.md §10.5). The steps must save what `driftPrice` says for
 * the first of them, whose night was chosen, and a whole penalty for each further one.
 *
 * @returns indexes into the changes: 0 is the change from the first level to the second
 */
export function driftingChanges({ logs, sums, bounds, noise }: DriftQuestion): Set<number> {
  const lineCost = lineCosts(logs, sums, noise.sigma);
  const drifting = new Set<number>();
  for (let first = 0; first + 2 < bounds.length; first++) {
    const start = bounds[first] ?? 0;
    let steps = 0;
    for (let last = first; last + 1 < bounds.length; last++) {
      const end = bounds[last + 1] ?? 0;
      steps += sums.cost(bounds[last] ?? 0, end);
      if (last === first) continue;
      const price = SERIES_RULE.driftPrice + SERIES_RULE.penalty * (last - first - 1);
      if (lineCost(start, end) > steps + price * noise.inflation) continue;
      for (let change = first; change < last; change++) drifting.add(change);
    }
  }
  return drifting;
}

/** Sum of squared distances from the straight line that fits a stretch best, in units of sigma². */
function lineCosts(
  logs: readonly number[],
  sums: StretchSums,
  sigma: number,
): (start: number, end: number) => number {
  const origin = logs[0] ?? 0;
  const products = new Float64Array(logs.length + 1);
  for (const [place, log] of logs.entries()) {
    products[place + 1] = (products[place] ?? 0) + place * (log - origin);
  }
  return (start, end) => {
    const count = end - start;
    const total = count * (sums.mean(start, end) - origin);
    const xy = (products[end] ?? 0) - (products[start] ?? 0) - ((start + end - 1) / 2) * total;
    // Sum of squares of places around their middle.
    const xx = (count * (count * count - 1)) / 12;
    return sums.cost(start, end) - (xx === 0 ? 0 : (xy * xy) / xx / (sigma * sigma));
  };
}
