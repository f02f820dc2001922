import type { FileReporter } from '../../../files/reporter';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { AggregateDetails } from './aggregate-details';
import type { AggregateLog } from './aggregate-log';
import { readAggregateRow } from './aggregate-row';

const MAX_LINE_BYTES = 600;

/** The log of intervals (-l --aggregate-interval), one file a thread. */
export const aggregate: LogParser = {
  kind: 'pgbench-aggregate',
  about: 'aggregated log of pgbench (--aggregate-interval): `second transactions sum squares min max`',
  score: scoreAggregate,
  open: (reporter) => new AggregateSession(reporter),
  openDetails: () => new AggregateDetails(),
};

const FIRST_LINES = 3;

/** One of the first lines is a row whose numbers fit each other: ten digits and five integers may be many things. */
function scoreAggregate({ head }: Sample): number {
  const first = head.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return 0;
  const rows = head.split('\n', FIRST_LINES);
  return rows.some((line) => isTellingRow(line)) ? 0.9 : 0;
}

function isTellingRow(line: string): boolean {
  const row = readAggregateRow(line);
  return row !== null && row.transactions > 0 && row.squares >= row.sum;
}

class AggregateSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: AggregateLog = {
    type: 'pgbench-aggregate',
    intervals: 0,
    transactions: 0,
    sum: 0,
    squares: 0,
    min: null,
    max: null,
    firstSecond: 0,
    firstLine: 0,
    lastLine: 0,
  };

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const row = end - start > MAX_LINE_BYTES ? null : readAggregateRow(bytes.toString('latin1', start, end));
    if (!row) {
      const message =
        'expected 6, 10, 11 or 15 integers that fit each other: second transactions sum squares min max ...';
      this.#reporter.report('LINE_UNPARSED', message, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    const log = this.#log;
    if (log.intervals === 0) Object.assign(log, { firstSecond: row.second, firstLine: lineNumber });
    log.lastLine = lineNumber;
    log.intervals += 1;
    // An interval without a transaction has a smallest and a largest latency of 0.
    if (row.transactions === 0) return;
    log.transactions += row.transactions;
    log.sum += row.sum;
    log.squares += row.squares;
    log.min = Math.min(log.min ?? row.min, row.min);
    log.max = Math.max(log.max ?? row.max, row.max);
  }

  end(): AggregateLog | null {
    if (this.#log.intervals > 0) return this.#log;
    this.#reporter.report('TRUNCATED_LOG', 'no row of an interval');
    return null;
  }
}
