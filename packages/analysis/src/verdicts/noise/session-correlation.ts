import type { Rule } from '../rule';

/** Median |x / prior| of some A/A cells, and how many pairs they are of. */
export interface SeenSizes {
  /** Null: none. */
  middle: number | null;
  pairs: number;
}

/** Correlated by more than this, repeats would be worth nothing at all. */
const MOST = 0.9;

/**
 * Correlation of the runs of one session, by how much less they differ than runs of different sessions (docs/method.md §2.8):
 * 1 - (within / between)², drawn to the usual value by as many pairs as that is worth. The fewer of the two kinds count.
 */
export function sessionCorrelation(within: SeenSizes, between: SeenSizes, rule: Rule): number {
  const pairs = Math.min(within.pairs, between.pairs);
  if (within.middle === null || between.middle === null || between.middle === 0 || pairs === 0)
    return rule.repeatCorrelation;
  const seen = Math.min(MOST, Math.max(0, 1 - (within.middle / between.middle) ** 2));
  const { repeatCorrelation, correlationWeight } = rule;
  return (pairs * seen + correlationWeight * repeatCorrelation) / (pairs + correlationWeight);
}

/** What `runs` repeats of so many sessions are worth, in independent runs: k / (1 + (k / sessions - 1) × correlation). */
export function effectiveRuns(runs: number, sessions: number, correlation: number): number {
  return runs / (1 + (runs / Math.max(1, Math.min(sessions, runs)) - 1) * correlation);
}
