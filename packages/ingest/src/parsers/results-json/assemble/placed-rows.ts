import type { AssembleContext, LocatedLog } from '../../family';
import type { ReadRow, ResultsLog } from '../results-log';
import type { ResultsHead } from '../schema/results-schema';
import { isThroughputName, type RowMetric, RowMetrics } from '../words/metric-of-row';

/** Metrics of its own that one file may have: each is a choice on a page. */
const MAX_METRICS = 100;

/** A result whose metric is understood. */
export interface PlacedRow {
  file: string;
  head: ResultsHead;
  row: ReadRow;
  measured: RowMetric;
  /** True where the file calls it the throughput. */
  isThroughput: boolean;
}

/** The results of a file with their metrics; those that cannot be placed are reported. Failed tests have none. */
export function placeRows(
  { path: file, log }: LocatedLog<ResultsLog>,
  context: AssembleContext,
): { placed: PlacedRow[]; failed: { head: ResultsHead; row: ReadRow }[] } {
  const metrics = new RowMetrics();
  const seen = new Set<string>();
  const placed: PlacedRow[] = [];
  const failed: { head: ResultsHead; row: ReadRow }[] = [];
  const missing = new Map<string, { count: number; line: number }>();
  for (const { head, rows } of log.parts) {
    for (const row of rows) {
      if (row.error !== undefined) failed.push({ head, row });
      if (row.value === undefined || row.value === null) {
        if (row.error === undefined) count(missing, row);
        continue;
      }
      const measured = metrics.read(row);
      if (!seen.has(measured.metric)) {
        if (seen.size >= MAX_METRICS) {
          const message = `${row.metric}: more than ${MAX_METRICS} metrics in one file; left out`;
          context.note('results-json:TOO_MANY', file, message, row.line);
          continue;
        }
        seen.add(measured.metric);
        if (measured.isInferred) noteDirection(file, row, measured, context);
      }
      placed.push({ file, head, row, measured, isThroughput: isThroughputName(row.metric) });
    }
  }
  for (const [metric, { count: times, line }] of missing) {
    const message = `${metric}: ${times} ${times === 1 ? 'result has' : 'results have'} null in place of a value`;
    context.note('METRIC_MISSING', file, message, { line, severity: 'info' });
  }
  return { placed, failed };
}

function count(missing: Map<string, { count: number; line: number }>, { metric, line }: ReadRow): void {
  const known = missing.get(metric);
  missing.set(metric, { count: (known?.count ?? 0) + 1, line: known?.line ?? line });
}

const SAYS = {
  'higher-is-better': 'more is better',
  'lower-is-better': 'less is better',
  none: 'neither more nor less is better',
};

function noteDirection(
  file: string,
  { metric, line }: ReadRow,
  { direction }: RowMetric,
  context: AssembleContext,
): void {
  const message = `${metric}: taken as "${SAYS[direction]}"; say it with "better"`;
  context.note('results-json:DIRECTION_INFERRED', file, message, { line, severity: 'info' });
}
