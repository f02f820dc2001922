import {
  DEFAULT_RULE,
  logLoss,
  type Matrix,
  moreFailed,
  type SeriesChange,
  type SeriesVerdict,
} from '@basecase/analysis';
import type { RegressionKind } from '../../types/regressions';

/** The kind of record that a change of nights makes; null: none. */
export function kindOfNights(
  { levels, changes }: SeriesVerdict,
  change: SeriesChange,
): RegressionKind | null {
  if (change.brokenBy !== null || change.direction === null) return null;
  if (change.direction === 'slower') return 'regression';
  // Values of another machine before a break are not a level to reach.
  const from = changes.findLast(
    ({ brokenBy, firstBad }) => brokenBy !== null && firstBad < change.firstBad,
  )?.firstBad;
  const own = levels.find(({ start }) => start >= change.firstBad);
  const before = levels.filter(({ start }) => start < change.firstBad);
  const earlier = before.filter(({ start }) => start >= (from ?? 0));
  const value = own?.value ?? (before.at(-1)?.value ?? 0) * change.ratio;
  const isNewHigh = earlier.every((level) => Math.log(value / level.value) >= logLoss(DEFAULT_RULE.delta));
  return isNewHigh ? 'improvement' : null;
}

/** True where clearly more operations failed in the first night of a change than in the last one before it. */
export function isFailing(
  matrix: Pick<Matrix, 'failed'>,
  { row, nights, change }: { row: number; nights: readonly number[]; change: SeriesChange },
): boolean {
  const [base, column] = [nights[change.lastGood], nights[change.firstBad]];
  return base !== undefined && column !== undefined && moreFailed(matrix, { row, base, column }) !== null;
}
