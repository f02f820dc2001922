import { twoSidedT4 } from '../verdicts/p-value';
import { DEFAULT_RULE } from '../verdicts/rule';
import { meanVariance, type SeriesNoise } from './series-noise';
import { NEWEST_NIGHTS, SERIES_RULE } from './series-rule';

/** The newest one or two nights, when they left the last level. */
export interface NewestStep {
  /** Place of the first of them. */
  at: number;
  /** ln of their mean / the last level. */
  step: number;
  error: number;
  p: number;
}

export interface NewestQuestion {
  /** ln of all nights. The newest are not cut: that they are far away is what is asked. */
  logs: readonly number[];
  /** The same with outliers replaced: what the level is made of. */
  cut: readonly number[];
  /** Place where the last level begins. */
  start: number;
  noise: SeriesNoise;
}

/**
 * Whether the newest two nights, or the newest alone, left the last level (docs/method.md §10.4). Two are tested by
 * their mean when both are at least half as far away as it is: else the first of them is still at the level before.
 */
export function newestStep(question: NewestQuestion): NewestStep | null {
  for (let count = NEWEST_NIGHTS; count > 0; count--) {
    const tested = testNewest(question, count);
    if (tested) return tested;
  }
  return null;
}

function testNewest({ logs, cut, start, noise }: NewestQuestion, count: number): NewestStep | null {
  const at = logs.length - count;
  const behind = cut.slice(start, at);
  if (behind.length < SERIES_RULE.leastNights) return null;
  const level = mean(behind);
  const steps = logs.slice(at).map((log) => log - level);
  const step = mean(steps);
  if (Math.abs(step) < SERIES_RULE.leastStep) return null;
  if (steps.some((own) => own / step < 0.5)) return null;
  if (count === 1 && Math.abs(step) <= SERIES_RULE.newestAlone * noise.sigma) return null;
  const error = noise.sigma * Math.sqrt(meanVariance(count, noise) + meanVariance(behind.length, noise));
  const p = twoSidedT4(step / error / DEFAULT_RULE.tailScale);
  return p < SERIES_RULE.newestP ? { at, step, error, p } : null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
