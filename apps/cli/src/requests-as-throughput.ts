import type { ColumnInput } from '@basecase/analysis';
import { type Measurement, type NormalizedResult, testLabel } from '@basecase/ingest/model';
import type { Io } from './io';

const REQUESTS = 'rw_requests_per_s';

/**
 * Columns in which read/write requests are the throughput of tests that have no other in any column: sysbench 0.4 and 0.5 print
 * them in place of queries/s. A test that one column has queries/s of stays as it is, because the two count different statements.
 * Reports it.
 */
export function requestsAsThroughput(columns: readonly ColumnInput[], io: Io): ColumnInput[] {
  const results = columns.flatMap(({ runs }) => runs.flatMap((run) => run.results));
  const counted = new Set(results.filter((result) => has(result, 'throughput')).map(labelOf));
  const isMeant = (result: NormalizedResult) => has(result, REQUESTS) && !counted.has(labelOf(result));
  if (!results.some(isMeant)) return [...columns];
  io.note(
    'basecase: sysbench 0.4 and 0.5 print read/write requests/s, without BEGIN and COMMIT: compared in place of queries/s.',
  );
  return columns.map((column) => ({
    ...column,
    runs: column.runs.map((run) => ({
      ...run,
      results: run.results.map((result) => (isMeant(result) ? withThroughput(result) : result)),
    })),
  }));
}

function labelOf({ test, range }: NormalizedResult): string {
  return testLabel(test, range);
}

function has({ measurements }: NormalizedResult, wanted: Measurement['metric']): boolean {
  return measurements.some(({ metric }) => metric === wanted);
}

function withThroughput(result: NormalizedResult): NormalizedResult {
  const added = result.measurements
    .filter(({ metric }) => metric === REQUESTS)
    .map((measurement): Measurement => ({ ...measurement, metric: 'throughput' }));
  return { ...result, unit: 'requests/s', measurements: [...result.measurements, ...added] };
}
