import { median } from '../../statistics/median';
import { DEFAULT_RULE, type Rule } from '../rule';

/** 1.4826 × median |x| estimates the SD of normal noise and does not mind outliers. */
const MAD_TO_SD = 1.4826;
const LEAST_SCALE = 0.25;

/**
 * How noisy a server and workload is against the priors (docs/method.md §2.3), with z = 1.4826 × median |x / prior| over all
 * cells of its m A/A pairs, at least 0.25: k = exp(w × ln z + (1 - w) × ln start), w = m / (m + 1). Pairs count, not
 * cells: those of one pair share their fate.
 *
 * @param sizes |x / prior| of all A/A cells, x without what the cells of its pair share
 * @param start scale before anything is known, by the kind of server
 * @returns `start` without pairs
 */
export function serverScale(
  sizes: readonly number[],
  { pairs, start }: { pairs: number; start: number },
  rule: Rule = DEFAULT_RULE,
): number {
  const middle = median(sizes);
  return middle === null || pairs === 0 ? start : shrunkScale(middle, { pairs, start }, rule);
}

/** `serverScale` of a median that is known already. */
export function shrunkScale(
  middle: number,
  { pairs, start }: { pairs: number; start: number },
  rule: Rule = DEFAULT_RULE,
): number {
  const scale = Math.max(MAD_TO_SD * middle, LEAST_SCALE);
  const weight = pairs / (pairs + rule.scaleWeight);
  return Math.exp(weight * Math.log(scale) + (1 - weight) * Math.log(start));
}

/**
 * How noisy the judged columns themselves are: by the differences of neighbouring repeats of one column, which say nothing
 * of the difference between two columns (docs/method.md §2.3). It only ever raises a scale.
 *
 * @param sizes |x / prior| of the n differences of both columns
 * @returns exp(n / (n + 5) × ln(1.4826 × median)); 0, which raises nothing, with fewer than 5
 */
export function repeatScale(sizes: readonly number[], rule: Rule = DEFAULT_RULE): number {
  const middle = sizes.length < rule.repeatCells ? null : median(sizes);
  if (middle === null || middle === 0) return 0;
  const weight = sizes.length / (sizes.length + rule.repeatScaleWeight);
  return Math.exp(weight * Math.log(MAD_TO_SD * middle));
}

/**
 * Noise of one test on one server and workload (docs/method.md §2.3), with s0 = prior × k:
 * s = max(1%, √((3 s0² + Σ w min(|x|, 12 s0)²) / (3 + Σ w))) over its own A/A pairs.
 *
 * @param own ln ratios of the A/A pairs of this test
 * @param weights how much each of them counts; left out: 1
 * @returns SD of ln r of two single runs
 */
export function testSigma(
  {
    prior,
    scale,
    own,
    weights = [],
  }: { prior: number; scale: number; own: ArrayLike<number>; weights?: ArrayLike<number> },
  rule: Rule = DEFAULT_RULE,
): number {
  const expected = prior * scale;
  const cut = rule.outlierCut * expected;
  let sum = rule.priorWeight * expected * expected;
  let count = rule.priorWeight;
  for (let index = 0; index < own.length; index++) {
    const weight = weights[index] ?? 1;
    sum += weight * Math.min(Math.abs(own[index] ?? 0), cut) ** 2;
    count += weight;
  }
  return Math.max(Math.sqrt(sum / count), rule.sigmaFloor);
}
