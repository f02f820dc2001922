import { median } from '../../statistics/median';
import { DEFAULT_RULE, type Rule } from '../rule';

/** 1.4826 × median |x| estimates the SD of normal noise and does not mind outliers. */
const MAD_TO_SD = 1.4826;
const LEAST_SCALE = 0.25;

/**
 * How noisy a server and workload is against the priors (docs/method.md §2.3):
 * k = exp(n / (n + 20) × ln max(0.25, 1.4826 × median |x / prior|)) over all its n A/A cells; 2 when there are none.
 *
 * @param sizes |x / prior| of all A/A cells
 */
export function serverScale(sizes: readonly number[], rule: Rule = DEFAULT_RULE): number {
  const middle = median(sizes);
  return middle === null ? rule.unknownScale : shrunkScale(middle, sizes.length, rule);
}

/** `serverScale` of a median that is known already. */
export function shrunkScale(middle: number, count: number, rule: Rule = DEFAULT_RULE): number {
  const scale = Math.max(MAD_TO_SD * middle, LEAST_SCALE);
  return Math.exp((count / (count + rule.scaleWeight)) * Math.log(scale));
}

/**
 * Noise of one test on one server and workload (docs/method.md §2.3), with s0 = prior × k:
 * s = max(1%, √((6 s0² + Σ min(|x|, 3 s0)²) / (6 + n))) over its own n A/A pairs.
 *
 * @param own ln ratios of the A/A pairs of this test
 * @returns SD of ln r of two single runs
 */
export function testSigma(
  { prior, scale, own }: { prior: number; scale: number; own: ArrayLike<number> },
  rule: Rule = DEFAULT_RULE,
): number {
  const expected = prior * scale;
  const cut = rule.outlierCut * expected;
  let sum = rule.priorWeight * expected * expected;
  for (let index = 0; index < own.length; index++) sum += Math.min(Math.abs(own[index] ?? 0), cut) ** 2;
  return Math.max(Math.sqrt(sum / (rule.priorWeight + own.length)), rule.sigmaFloor);
}
