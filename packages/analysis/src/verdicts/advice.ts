import { GUARD } from './judge-column';
import { DEFAULT_RULE, logLoss } from './rule';
import { type Verdict, verdictMark } from './verdict';

/** How to measure the noise of a machine, wherever it is assumed. A test follows it and sees the evidence accepted. */
export const CALIBRATE = 'Run the base once more on another day, or record in rounds.';

/**
 * Why a change is likely at most on a machine of which nothing is known, and how to settle it (docs/method.md §3.7).
 *
 * @param canBeSure the machine is dedicated: there a change beyond twice the noise of similar servers is sure
 */
export function unknownNoiseText({ canBeSure }: { canBeSure: boolean }): string {
  const why = canBeSure ? 'it is under twice the noise of similar servers' : 'others may use this machine';
  return `Likely at most: no independent repeat run yet, and ${why}. ${CALIBRATE}`;
}

/** Why the guard made a change likely (docs/method.md §3.3). */
export const GUARDED = `Likely at most: it is under ${GUARD} standard errors of its repeats, or this test moved as far between runs that should be the same.`;

/** How a change is named that is large, and likely only. */
export const LARGE_UNCONFIRMED = 'large, unconfirmed';

/**
 * True for a change of 20% or more that is possible: the noise of its machine is unknown or its runs are too few, and it
 * must not read like one of 6% (docs/method.md §3.7).
 *
 * @param ratio version / base of the throughput; null where there is none
 */
export function isLargeUnconfirmed(verdict: Verdict, ratio: number | null): boolean {
  if (ratio === null || ratio <= 0 || verdictMark(verdict) !== 'possible') return false;
  return Math.abs(Math.log(ratio)) >= logLoss(DEFAULT_RULE.large);
}

/** `2 likely (1 large, unconfirmed)`: after how many are sure. */
export function likelyText(likely: number, large: number): string {
  return `${likely} likely${largeText(large)}`;
}

/** ` (1 large, unconfirmed)`; empty without one. */
export function largeText(large: number): string {
  return large === 0 ? '' : ` (${large} ${LARGE_UNCONFIRMED})`;
}
