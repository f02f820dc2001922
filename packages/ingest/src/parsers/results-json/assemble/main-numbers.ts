import type { MetricId } from '../../../model/metric';
import { testLabel } from '../../../model/test-label';
import type { PlacedRow } from './placed-rows';

/**
 * Which metric of each test stands for its speed: the throughput where one is called so, else the first of the file that has
 * a direction. One for a test in all of a file, so that versions are compared by the same.
 *
 * @returns by label of the test; none of a test whose numbers have no direction
 */
export function mainNumbers(rows: readonly PlacedRow[]): Map<string, MetricId> {
  const main = new Map<string, MetricId>();
  const named = new Set<string>();
  for (const { row, measured, isThroughput } of rows) {
    if (measured.direction === 'none') continue;
    const test = testLabel(row.test, row.range ?? null);
    if (main.has(test) && !(isThroughput && !named.has(test))) continue;
    if (isThroughput) named.add(test);
    main.set(test, measured.metric);
  }
  return main;
}
