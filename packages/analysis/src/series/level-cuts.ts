import type { SeriesNoise } from './series-noise';
import { SERIES_RULE } from './series-rule';

/** Means and costs of any stretch of nights in constant time. */
export interface StretchSums {
  count: number;
  /** Sum of squared distances from its mean, in units of sigma². */
  cost(start: number, end: number): number;
  mean(start: number, end: number): number;
}

export function stretchSums(logs: readonly number[], sigma: number): StretchSums {
  // Taken from the first night: squares of logs of large values would lose the digits that matter.
  const origin = logs[0] ?? 0;
  const first = new Float64Array(logs.length + 1);
  const second = new Float64Array(logs.length + 1);
  for (const [place, log] of logs.entries()) {
    const value = log - origin;
    first[place + 1] = at(first, place) + value;
    second[place + 1] = at(second, place) + value * value;
  }
  const variance = sigma * sigma;
  return {
    count: logs.length,
    cost(start, end) {
      const sum = at(first, end) - at(first, start);
      const squares = at(second, end) - at(second, start) - (sum * sum) / (end - start);
      return Math.max(0, squares) / variance;
    },
    mean: (start, end) => origin + (at(first, end) - at(first, start)) / (end - start),
  };
}

/** What is asked of a cut before each night. */
export interface CutTerms {
  /** What it costs. */
  prices: Float64Array;
  /** The smallest step, as |ln|. */
  least: Float64Array;
}

/**
 * Less is asked where a change is expected (docs/method.md §10.6), and where one is known (§10.7): the nights after it must not
 * make it come and go.
 *
 * @param places at which something else changed, and of first bad nights that are fixed
 */
export function cutTerms(
  count: number,
  places: { breaks: readonly number[]; held: readonly number[] },
  { inflation }: SeriesNoise,
): CutTerms {
  const prices = new Float64Array(count + 1).fill(SERIES_RULE.penalty * inflation);
  const least = new Float64Array(count + 1).fill(SERIES_RULE.leastStep);
  const ask = (place: number, penalty: number, step: number) => {
    if (place > count) return;
    prices[place] = penalty * inflation;
    least[place] = step;
  };
  for (const place of places.held) ask(place, SERIES_RULE.heldPenalty, SERIES_RULE.heldLeastStep);
  for (const place of places.breaks) ask(place, SERIES_RULE.breakPenalty, SERIES_RULE.breakLeastStep);
  return { prices, least };
}

/**
 * Places before which a new level begins (docs/method.md §10.3): the cuts with the least sum of costs and prices,
 * exactly, by dynamic programming in O(n²), with at least 3 nights a level; then the smallest step is dropped while it
 * is under 3%.
 *
 * @param cut nights in which cuts are looked for
 * @param whole the same with outliers as they are, up to a limit: the size of a step is that of all nights
 */
export function findCuts(cut: StretchSums, whole: StretchSums, { prices, least }: CutTerms): number[] {
  return withoutSmallSteps(cheapestCuts(cut, prices), whole, least);
}

function cheapestCuts({ count, cost }: StretchSums, prices: Float64Array): number[] {
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const previous = new Int32Array(count + 1);
  best[0] = 0;
  for (let end = SERIES_RULE.leastNights; end <= count; end++) {
    for (let start = 0; start <= end - SERIES_RULE.leastNights; start++) {
      const total = at(best, start) + cost(start, end) + (start > 0 ? at(prices, start) : 0);
      if (total < at(best, end)) {
        best[end] = total;
        previous[end] = start;
      }
    }
  }
  const cuts: number[] = [];
  for (let start = previous[count] ?? 0; start > 0; start = previous[start] ?? 0) cuts.unshift(start);
  return cuts;
}

function withoutSmallSteps(cuts: readonly number[], sums: StretchSums, least: Float64Array): number[] {
  const left = [...cuts];
  while (left.length > 0) {
    // In units of what is asked of each.
    const steps = left.map((cut, index) => Math.abs(stepAt(sums, left, { cut, index })) / at(least, cut));
    const smallest = Math.min(...steps);
    if (smallest >= 1) break;
    left.splice(steps.indexOf(smallest), 1);
  }
  return left;
}

/** The level after a cut less the one before it, with the cut perhaps at another place. */
export function stepAt(
  sums: StretchSums,
  cuts: readonly number[],
  { cut, index }: { cut: number; index: number },
): number {
  return sums.mean(cut, cuts[index + 1] ?? sums.count) - sums.mean(cuts[index - 1] ?? 0, cut);
}

function at(array: Float64Array, index: number): number {
  return array[index] ?? Number.NaN;
}
