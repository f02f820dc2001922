import { MAX_RESULTS } from '../../../limits';
import type { AssembleContext, LocatedLog } from '../../family';
import type { ReadRow } from '../reading/row-store';
import type { ResultsLog } from '../results-log';
import type { ResultsHead, SaidOfRun } from '../schema/results-schema';
import { isThroughputName, type RowMetric, RowMetrics } from '../words/metric-of-row';

/** Custom metrics per file: each one is a choice on a page. */
const MAX_METRICS = 100;

/** Reported with the first result that is left out. */
export const TOO_MANY_RESULTS = `more than ${MAX_RESULTS} results in one upload; the rest is not read: send it as a separate upload with the same head`;

/** A result whose metric is understood. */
export interface PlacedRow {
  file: string;
  head: ResultsHead;
  row: ReadRow;
  /** What it says of its run. */
  said: SaidOfRun;
  measured: RowMetric;
  /** True where the file calls it the throughput. */
  isThroughput: boolean;
}

/**
 * The results of a file with their metrics, gone through as often as needed: none of them is held. Results without a place are
 * reported once.
 */
export class PlacedRows implements Iterable<PlacedRow> {
  readonly #located: LocatedLog<ResultsLog>;
  readonly #metrics = new RowMetrics();
  readonly #known = new Set<string>();
  /** Results that are read; those behind them are more than the upload may have. */
  readonly #count: number;

  constructor(located: LocatedLog<ResultsLog>, context: AssembleContext) {
    this.#located = located;
    const { parts } = located.log;
    this.#count = context.roomForResults(parts.reduce((sum, { rows }) => sum + rows.length, 0));
    this.#look(context);
  }

  *[Symbol.iterator](): Generator<PlacedRow> {
    const { path: file } = this.#located;
    for (const { head, row, said } of this.#rows()) {
      if (!hasValue(row)) continue;
      const measured = this.#metrics.read(row);
      if (!this.#known.has(measured.metric)) continue;
      yield { file, head, row, said, measured, isThroughput: isThroughputName(row.metric) };
    }
  }

  /** Tests that failed. */
  *failed(): Generator<SaidRow> {
    for (const each of this.#rows()) if (each.row.error !== undefined) yield each;
  }

  *#rows(note?: (line: number) => void): Generator<SaidRow> {
    let count = 0;
    for (const { head, rows } of this.#located.log.parts) {
      for (const { row, said } of rows.withRuns()) {
        if (count >= this.#count) {
          note?.(row.line);
          return;
        }
        count += 1;
        yield { head, row, said };
      }
    }
  }

  #look(context: AssembleContext): void {
    const { path: file } = this.#located;
    const missing = new Map<string, { count: number; line: number }>();
    const noteRest = (line: number) => context.note('results-json:TOO_MANY', file, TOO_MANY_RESULTS, line);
    for (const { row } of this.#rows(noteRest)) {
      if (hasValue(row)) this.#meet(row, context);
      else if (row.error === undefined) count(missing, row);
    }
    for (const [metric, { count: times, line }] of missing) {
      const message = `${metric}: ${times} ${times === 1 ? 'result has' : 'results have'} null in place of a value`;
      context.note('METRIC_MISSING', file, message, { line, severity: 'info' });
    }
  }

  /** The first result of a metric decides what later ones are converted to. */
  #meet(row: ReadRow, context: AssembleContext): void {
    const { path: file } = this.#located;
    const measured = this.#metrics.read(row);
    if (this.#known.has(measured.metric)) return;
    if (this.#known.size >= MAX_METRICS) {
      const message = `${row.metric}: more than ${MAX_METRICS} metrics in one file; left out`;
      context.note('results-json:TOO_MANY', file, message, row.line);
      return;
    }
    this.#known.add(measured.metric);
    if (measured.isInferred) noteDirection(file, row, measured, context);
  }
}

type SaidRow = Pick<PlacedRow, 'head' | 'row' | 'said'>;

function hasValue({ value }: ReadRow): boolean {
  return value !== undefined && value !== null;
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
  const message = `${metric}: taken as "${SAYS[direction]}"; set it with "better"`;
  context.note('results-json:DIRECTION_INFERRED', file, message, { line, severity: 'info' });
}
