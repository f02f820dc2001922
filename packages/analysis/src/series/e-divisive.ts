import { tTest } from '../statistics/student-t';
import { SERIES_RULE } from './series-rule';

export interface EDivisiveRule {
  /** A split counts when its t-test has a p under this. */
  p: number;
  /** Values on each side of a split, at least. */
  least: number;
}

/**
 * Places where another distribution begins: the split with the largest energy statistic, then the same within both
 * parts, while a t-test tells them apart (docs/method.md §10.5). It shares no assumption with the search for levels: no
 * sigma, no penalty.
 */
export function eDivisive(values: readonly number[], rule: EDivisiveRule): number[] {
  const cuts: number[] = [];
  const parts = [{ start: 0, end: values.length }];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { start, end } = part;
    const split = bestSplit(values.slice(start, end), rule.least);
    if (split === null) continue;
    const place = start + split;
    if (tTest(values.slice(start, place), values.slice(place, end)) >= rule.p) continue;
    cuts.push(place);
    parts.push({ start, end: place }, { start: place, end });
  }
  return cuts.sort((a, b) => a - b);
}

/**
 * The split with the largest
 * m k / (m + k) × (2 × mean |x - y| across - mean |x - x'| on the left - mean |y - y'| on the right).
 * When one value goes from right to left, the three sums change by its distances to both sides: O(n) for each split.
 */
function bestSplit(values: readonly number[], least: number): number | null {
  const count = values.length;
  let [across, left, right] = [0, 0, allDistances(values)];
  let [best, bestValue]: [number | null, number] = [null, Number.NEGATIVE_INFINITY];
  for (let m = 1; m < count; m++) {
    const { toLeft, toRight } = distancesOf(values, m - 1);
    across += toRight - toLeft;
    left += toLeft;
    right -= toRight;
    const k = count - m;
    if (m < least || k < least) continue;
    const value = ((m * k) / (m + k)) * ((2 * across) / (m * k) - within(left, m) - within(right, k));
    if (value > bestValue) [best, bestValue] = [m, value];
  }
  return best;
}

/** Mean distance of two different values of one side. */
function within(sum: number, count: number): number {
  return count > 1 ? (2 * sum) / (count * (count - 1)) : 0;
}

function distancesOf(values: readonly number[], place: number): { toLeft: number; toRight: number } {
  const own = values[place] ?? 0;
  let [toLeft, toRight] = [0, 0];
  for (let i = 0; i < place; i++) toLeft += Math.abs((values[i] ?? 0) - own);
  for (let i = place + 1; i < values.length; i++) toRight += Math.abs((values[i] ?? 0) - own);
  return { toLeft, toRight };
}

function allDistances(values: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < values.length; place++) sum += distancesOf(values, place).toRight;
  return sum;
}

/**
 * Whether E-divisive sees a change near a place (docs/method.md §10.5). It looks at the nights with outliers replaced:
 * a far night pulls its means, too.
 */
export function secondOpinion(cut: readonly number[]): (found: number) => boolean {
  const own = eDivisive(cut, { p: SERIES_RULE.secondP, least: SERIES_RULE.secondNights });
  return (found) => own.some((place) => Math.abs(place - found) <= SERIES_RULE.secondReach);
}
