import type { MetricId } from '../../../model/metric';
import { testLabel } from '../../../model/test-label';
import type { PlacedRow } from './placed-rows';

/**
 * The metric that measures the speed of each test: the one that the file marks as `main`, else its throughput, a rate, a
 * time, anything of which more is better, anything of which less is; of equals the first in the file. One for a test in all
 * of a file, so that versions are compared by the same. Where some tests have a speed, those that have none are not judged by
 * anything else: a query that ran into its limit, of which only the memory is left, would be compared by that.
 *
 * @returns by label of the test; none of a test without such a number
 */
export function mainNumbers(rows: Iterable<PlacedRow>): Map<string, MetricId> {
  const best = new Map<string, { rank: number; metric: MetricId }>();
  for (const placed of rows) {
    const rank = rankOf(placed);
    const test = testLabel(placed.row.test, placed.row.range ?? null);
    if (rank === null || (best.get(test)?.rank ?? Number.POSITIVE_INFINITY) <= rank) continue;
    best.set(test, { rank, metric: placed.measured.metric });
  }
  const hasSpeed = [...best.values()].some(({ rank }) => rank <= SPEED);
  return new Map(
    [...best].flatMap(([test, { rank, metric }]) =>
      hasSpeed && rank > SPEED ? [] : [[test, metric] as const],
    ),
  );
}

/** Rank of the last that is a speed: a mark, a throughput, a rate, a time. */
const SPEED = 3;

/** Lower comes first; null for what has no direction. */
function rankOf({ row, measured: { direction, unit }, isThroughput }: PlacedRow): number | null {
  if (direction === 'none') return null;
  if (row.main) return 0;
  const isHigher = direction === 'higher-is-better';
  if (isThroughput && isHigher) return 1;
  if (unit.kind === 'rate' && isHigher) return 2;
  if (unit.kind === 'time' && !isHigher) return 3;
  return isHigher ? 4 : 5;
}
