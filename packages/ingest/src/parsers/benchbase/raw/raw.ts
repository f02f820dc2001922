import type { FileReporter } from '../../../files/reporter';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { RawDetails } from './raw-details';
import type { BenchbaseRaw } from './raw-log';
import { parseRawHeader, parseRawRow, RAW_HEADER, type RawColumns } from './raw-rows';
import { TransactionLatencies } from './transaction-latencies';

/**
 * `raw.csv` of BenchBase, `.csv` of OLTPBench: one row a request. Of each transaction a histogram is kept, so memory
 * does not grow with the file.
 */
export const benchbaseRaw: LogParser = {
  kind: 'benchbase-raw',
  about: 'raw.csv of BenchBase: `Transaction Type Index,Transaction Name,Start Time (microseconds),...`',
  score: scoreRaw,
  open: (reporter) => new RawSession(reporter),
  openDetails: () => new RawDetails(),
};

function scoreRaw({ head, name }: Sample): number {
  if (!RAW_HEADER.test(head)) return 0;
  return /(?:^|\.)raw\.csv$/.test(name) ? 1 : 0.9;
}

const MAX_LINE_BYTES = 4096;

class RawSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #transactions = new TransactionLatencies();
  #columns: RawColumns | null = null;
  #rows = 0;
  #firstLine = 0;
  #lastLine = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    if (!this.#columns) {
      this.#columns = parseRawHeader(text);
      return;
    }
    const row = parseRawRow(text, this.#columns);
    if (!row || !this.#transactions.add(row.transaction, row.latency)) {
      this.#reporter.unreadable(lineNumber, bytes.subarray(start, end));
      return;
    }
    this.#rows += 1;
    if (this.#firstLine === 0) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
  }

  end(): BenchbaseRaw | null {
    if (!this.#columns) return null;
    if (this.#rows === 0) {
      const message = 'no requests follow the header: BenchBase was stopped, or the file was cut';
      this.#reporter.report('TRUNCATED_LOG', message, { line: 1 });
    }
    return {
      type: 'benchbase-raw',
      rows: this.#rows,
      transactions: this.#transactions.list(),
      firstLine: this.#firstLine,
      lastLine: this.#lastLine,
    };
  }
}
