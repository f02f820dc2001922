import { median } from '../statistics/median';
import { around } from './nights';
import { SERIES_RULE } from './series-rule';

/**
 * True for a series that is never quiet (docs/method.md §10.5): too many of its nights are outliers, or it jumps between two
 * states. A change of such a series is the next jump, however large.
 */
export function isRestless(logs: readonly number[], outliers: ReadonlySet<number>): boolean {
  return outliers.size > SERIES_RULE.restlessPart * logs.length || hasTwoStates(logs);
}

function hasTwoStates(logs: readonly number[]): boolean {
  const limit = splitOf(logs);
  if (limit === null) return false;
  // A single night in the other state is an outlier, which is counted as one.
  const smooth = logs.map((log, place) => median(around(logs, place, 1)) ?? log);
  const jumps = smooth.slice(1).filter((log, place) => log > limit !== (smooth[place] ?? log) > limit).length;
  return jumps >= SERIES_RULE.restlessJumps && logs.length / (jumps + 1) <= SERIES_RULE.restlessStay;
}

/** The limit between two states, by Otsu (1979): the split with the least squares within both sides; null where there is one state. */
function splitOf(logs: readonly number[]): number | null {
  const sorted = logs.toSorted((a, b) => a - b);
  const count = sorted.length;
  const origin = sorted[0] ?? 0;
  const total = sorted.reduce((sum, log) => sum + (log - origin), 0);
  const squares = sorted.reduce((sum, log) => sum + (log - origin) ** 2, 0);
  let [best, limit, gap, sum] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (let low = 1; low < count; low++) {
    sum += (sorted[low - 1] ?? 0) - origin;
    if (Math.min(low, count - low) < SERIES_RULE.restlessShare * count) continue;
    const within = squares - (sum * sum) / low - (total - sum) ** 2 / (count - low);
    if (within >= best) continue;
    best = within;
    gap = (total - sum) / (count - low) - sum / low;
    limit = ((sorted[low - 1] ?? 0) + (sorted[low] ?? 0)) / 2;
  }
  const apart = SERIES_RULE.restlessGap * Math.sqrt(Math.max(0, best) / count);
  return Number.isFinite(best) && gap > apart ? limit : null;
}
