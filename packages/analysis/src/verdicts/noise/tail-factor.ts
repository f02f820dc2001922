import { twoSidedQuantile } from '../../statistics/student-t';
import type { Rule } from '../rule';

/** A/A cells of one test. */
export interface TailTest {
  /** Noise before its own pairs count: prior × scale. */
  expected: number;
  values: readonly number[];
  weights: readonly number[];
}

/** More pairs of a test tell little more of the tails of its table. */
const MOST_PAIRS = 64;

/**
 * How much further the rare A/A changes of a machine reach than the tails that are assumed (docs/method.md §2.3): each pair of
 * a test in units of the noise that its other pairs tell, all tests together. The size that 2% of them exceed, against
 * that of the assumed t, drawn to 1 by `tailWeight` such changes.
 *
 * @returns what the noise of every test is multiplied by; 1 with fewer than two pairs
 */
export function tailFactor(tests: Iterable<TailTest>, rule: Rule): number {
  const sizes: number[] = [];
  for (const { expected, values, weights } of tests) {
    if (values.length < 2) continue;
    const cut = rule.outlierCut * expected;
    const square = (at: number) => (weights[at] ?? 1) * Math.min(Math.abs(values[at] ?? 0), cut) ** 2;
    let sum = rule.priorWeight * expected * expected;
    let count = rule.priorWeight;
    for (let at = 0; at < values.length; at++) {
      sum += square(at);
      count += weights[at] ?? 1;
    }
    const step = Math.ceil(values.length / MOST_PAIRS);
    for (let at = 0; at < values.length; at += step) {
      const variance = (sum - square(at)) / (count - (weights[at] ?? 1));
      sizes.push(Math.abs(values[at] ?? 0) / Math.max(Math.sqrt(variance), rule.sigmaFloor));
    }
  }
  const beyond = sizes.length * rule.tailPart;
  const seen = nthLargest(Float64Array.from(sizes), Math.floor(beyond));
  if (!seen) return 1;
  const assumed = rule.tailScale * twoSidedQuantile(rule.tailPart, ASSUMED_FREEDOM);
  return Math.exp((beyond / (beyond + rule.tailWeight)) * Math.log(seen / assumed));
}

const ASSUMED_FREEDOM = 4;

/** The value that `n` others exceed, by partition (Hoare's FIND): most of the order is not needed. Reorders the values. */
function nthLargest(values: Float64Array, n: number): number | undefined {
  const place = values.length - 1 - n;
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[place] ?? 0;
    let [low, high] = [from, to];
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low++;
      while ((values[high] ?? 0) > pivot) high--;
      if (low > high) break;
      [values[low], values[high]] = [values[high] ?? 0, values[low] ?? 0];
      low++;
      high--;
    }
    if (high < place) from = low;
    if (low > place) to = high;
  }
  return values[place];
}
