import { hodgesLehmann } from '../statistics/hodges-lehmann';
import { twoSidedQuantile, twoSidedT } from '../statistics/student-t';

/** What interleaved rounds say of one test of a version against the base (docs/method.md §11). */
export interface RoundsEstimate {
  /** ln of version / base, the Hodges-Lehmann estimate of the pairs. */
  x: number;
  /** Standard error of x: of the pairs, their correlation in time, and how equal two starts of one server are. */
  se: number;
  /** How often nothing but noise gives a change this large. */
  p: number;
  /** Rounds that both have. */
  n: number;
  /** 95% of the interval of x. */
  low: number;
  high: number;
}

/** Fewer paired rounds are judged as repeats. */
export const LEAST_ROUNDS = 8;

/** SD of ln throughput between two starts of one server: no number of rounds averages it away, restarts do. */
const START_SD = 0.01;

/** Neighbouring rounds that are more alike than this count as this alike. */
const MOST_CORRELATION = 0.8;

/** Both sides of a 95% interval. */
const OUTSIDE = 0.05;

/**
 * Compares a version with the base by rounds: of each round, ln(version / base), so that what the machine did to both
 * cancels (docs/method.md §11).
 *
 * ```
 * x   = median of (d_i + d_j) / 2 for i <= j
 * se² = SD(d)² / n × (1 + r1) / (1 - r1) + 0.01² / starts      r1: lag-1 correlation, 0 to 0.8
 * p   = P(|T| > |x| / se), n - 1 degrees of freedom
 * ```
 *
 * @param base throughput by round; null: lost, not measured, left out
 * @param version of the same rounds, in the same order
 * @param starts number of starts of both servers, at least 1
 * @returns null with fewer than 8 rounds that both have
 */
export function roundsEstimate(
  base: readonly (number | null)[],
  version: readonly (number | null)[],
  starts: number,
): RoundsEstimate | null {
  const changes = pairedChanges(base, version);
  const n = changes.length;
  if (n < LEAST_ROUNDS) return null;
  const x = hodgesLehmann(changes);
  const mean = changes.reduce((sum, change) => sum + change, 0) / n;
  const variance = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / (n - 1);
  const r1 = lagOne(changes, mean, variance);
  const se = Math.sqrt(((variance / n) * (1 + r1)) / (1 - r1) + START_SD ** 2 / Math.max(1, starts));
  const reach = twoSidedQuantile(OUTSIDE, n - 1) * se;
  return { x, se, p: twoSidedT(x / se, n - 1), n, low: x - reach, high: x + reach };
}

/**
 * Whether a change of this size is excluded, by a rule that is asked after every round. Each of the `looks` has its part
 * of the 5% (Bonferroni), so that all of them together exclude a true change in at most 5% of recordings.
 *
 * @param effect on the log scale, above 0
 * @param looks how often it is asked at most
 */
export function excludesEffect(
  { x, se, n }: Pick<RoundsEstimate, 'x' | 'se' | 'n'>,
  effect: number,
  looks: number,
): boolean {
  return Math.abs(x) + twoSidedQuantile(OUTSIDE / looks, n - 1) * se < effect;
}

/** ln(version / base) of the rounds that both have, in their order; a throughput of 0 is none. */
export function pairedChanges(
  base: readonly (number | null)[],
  version: readonly (number | null)[],
): number[] {
  return base.flatMap((value, round) => {
    const other = version[round] ?? null;
    return value !== null && other !== null && value > 0 && other > 0 ? [Math.log(other / value)] : [];
  });
}

/** Rounds between two starts of the servers, as plans have them. */
const USUAL_RESTART_EVERY = 6;
/** No plan has more. */
const MOST_ROUNDS = 10_000;

/**
 * Rounds after which a test is known to ± `half`, with 95%: the first n, at least 8, for which the interval of
 * `roundsEstimate` is expected to be as narrow.
 *
 * ```
 * half >= t(n - 1) × √(SD² / n × (1 + r) / (1 - r) + 0.01² / starts)
 * r = 0.4 / √n: what the lag-1 correlation of independent rounds is on average where it is not below 0
 * ```
 *
 * @param sd of the paired ln ratios, of one round
 * @param half wanted half width on the log scale, above 0
 * @param restartEvery rounds between two starts of the servers
 * @returns at most 10,000, also where no number is enough
 */
export function roundsNeeded(sd: number, half: number, restartEvery = USUAL_RESTART_EVERY): number {
  const isEnough = (n: number) => {
    const r = 0.4 / Math.sqrt(n);
    const variance = ((sd ** 2 / n) * (1 + r)) / (1 - r) + START_SD ** 2 / Math.ceil(n / restartEvery);
    return twoSidedQuantile(OUTSIDE, n - 1) * Math.sqrt(variance) <= half;
  };
  // The width shrinks with n, except by a start more or less.
  let [few, enough] = [LEAST_ROUNDS - 1, LEAST_ROUNDS];
  while (enough < MOST_ROUNDS && !isEnough(enough)) [few, enough] = [enough, enough * 2];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return Math.min(enough, MOST_ROUNDS);
}

function lagOne(changes: readonly number[], mean: number, variance: number): number {
  if (variance === 0) return 0;
  let sum = 0;
  for (let index = 1; index < changes.length; index++) {
    sum += ((changes[index - 1] ?? 0) - mean) * ((changes[index] ?? 0) - mean);
  }
  const r1 = sum / (changes.length - 1) / variance;
  return Math.min(Math.max(r1, 0), MOST_CORRELATION);
}
