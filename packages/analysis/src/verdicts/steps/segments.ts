import { DEFAULT_RULE, logLoss, type Rule } from '../rule';

/** Versions of one level. */
export interface Segment {
  /** Index of its first version. */
  start: number;
  /** Index after its last. */
  end: number;
  /** Weighted mean of ln throughput. */
  level: number;
  /** Runs the level rests on. */
  runs: number;
}

export interface LevelSeries {
  /** ln throughput per version in release order (the median of its repeats). */
  y: readonly number[];
  /** SD of ln r of two single runs of this test. */
  sigma: number;
  /** Runs behind each value; left out: one each. */
  runs?: readonly number[];
}

/**
 * Levels of a series: least squares with a price for each change (docs/method.md §4.2). Minimises the sum of
 * w_i (y_i - mean of its segment)² + 16 × changes, with w_i = k_i / (s² / 2), exactly, by dynamic programming in O(n²);
 * then drops the smallest step while it is under 3%.
 */
export function findSegments(series: LevelSeries, rule: Rule = DEFAULT_RULE): Segment[] {
  if (series.y.length === 0) return [];
  const sums = prefixSums(series);
  const cuts = cheapestCuts(series.y.length, sums, rule.beta);
  dropSmallSteps(cuts, sums, logLoss(rule.delta));
  const runs = series.runs ?? series.y.map(() => 1);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0;
    const own = runs.slice(start, end).reduce((sum, count) => sum + count, 0);
    return { start, end, level: sums.level(start, end), runs: own };
  });
}

interface Sums {
  /** Sum of w (y - mean)² of the versions from start up to end. */
  cost(start: number, end: number): number;
  level(start: number, end: number): number;
}

function prefixSums({ y, sigma, runs }: LevelSeries): Sums {
  const weight = new Float64Array(y.length + 1);
  const first = new Float64Array(y.length + 1);
  const second = new Float64Array(y.length + 1);
  for (const [i, value] of y.entries()) {
    const w = (runs?.[i] ?? 1) / ((sigma * sigma) / 2);
    weight[i + 1] = at(weight, i) + w;
    first[i + 1] = at(first, i) + w * value;
    second[i + 1] = at(second, i) + w * value * value;
  }
  return {
    cost(start, end) {
      const sum = at(first, end) - at(first, start);
      return at(second, end) - at(second, start) - (sum * sum) / (at(weight, end) - at(weight, start));
    },
    level: (start, end) => (at(first, end) - at(first, start)) / (at(weight, end) - at(weight, start)),
  };
}

/** Ends of the best segments, after a leading 0. Of equally cheap cuts the longest last segment wins. */
function cheapestCuts(count: number, sums: Sums, beta: number): number[] {
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const previous = new Int32Array(count + 1);
  best[0] = 0;
  for (let end = 1; end <= count; end++) {
    for (let start = 0; start < end; start++) {
      const cost = at(best, start) + sums.cost(start, end) + (start > 0 ? beta : 0);
      if (cost < at(best, end) - 1e-12) {
        best[end] = cost;
        previous[end] = start;
      }
    }
  }
  const cuts: number[] = [];
  for (let end = count; end > 0; end = at(previous, end)) cuts.unshift(end);
  return [0, ...cuts];
}

function dropSmallSteps(cuts: number[], sums: Sums, least: number): void {
  while (cuts.length > 2) {
    const steps = cuts.slice(1, -1).map((cut, index) => {
      const before = sums.level(cuts[index] ?? 0, cut);
      return Math.abs(sums.level(cut, cuts[index + 2] ?? 0) - before);
    });
    const smallest = Math.min(...steps);
    if (smallest >= least) return;
    cuts.splice(steps.indexOf(smallest) + 1, 1);
  }
}

function at(array: Float64Array | Int32Array, index: number): number {
  return array[index] ?? Number.NaN;
}
