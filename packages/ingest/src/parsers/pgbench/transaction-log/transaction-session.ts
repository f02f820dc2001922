import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { ClientNumbers } from './client-numbers';
import { LatencyHistogram } from './latency-histogram';
import { RowScanner } from './row-scanner';
import type { TransactionLog } from './transaction-log';

/** Columns of a row. */
const [CLIENT, TRANSACTION, TIME, SCRIPT, SECOND, SEVENTH] = [0, 1, 2, 3, 4, 6];
/** pgbench takes 128 scripts at most. */
const MAX_SCRIPTS = 128;

/** Reads a transaction log into counts and histograms: memory does not grow with the rows. */
export class TransactionSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #scanner = new RowScanner();
  readonly #numbers = new ClientNumbers();
  readonly #latencies = new LatencyHistogram();
  readonly #scripts = new Map<number, LatencyHistogram>();
  #columns = 0;
  #skipped = 0;
  #failed = 0;
  #seventhSum = 0;
  #seconds = { first: 0, last: 0 };
  #lines = { first: 0, last: 0 };

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const { values } = this.#scanner;
    const isRow = this.#scanner.read(bytes, start, end);
    // The first row says how many columns there are: a row with fewer was cut.
    if (!isRow || (this.#columns !== 0 && this.#scanner.columns !== this.#columns)) {
      const message = `expected ${this.#columns || '6 to 8'} columns: client transaction time script second microsecond`;
      this.#reporter.report('LINE_UNPARSED', message, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    if (this.#columns === 0) {
      this.#columns = this.#scanner.columns;
      this.#lines.first = lineNumber;
      this.#seconds = { first: values[SECOND] ?? 0, last: 0 };
    }
    this.#lines.last = lineNumber;
    this.#seconds.last = values[SECOND] ?? 0;
    this.#count(values);
  }

  #count(values: Float64Array): void {
    this.#numbers.add(values[CLIENT] ?? 0, values[TRANSACTION] ?? 0);
    if (this.#scanner.outcome === 'skipped') this.#skipped += 1;
    else if (this.#scanner.outcome === 'failed') this.#failed += 1;
    else {
      const time = values[TIME] ?? 0;
      this.#latencies.add(time);
      this.#script(values[SCRIPT] ?? 0)?.add(time);
      if (this.#columns > SEVENTH) this.#seventhSum += values[SEVENTH] ?? 0;
    }
  }

  #script(script: number): LatencyHistogram | null {
    const known = this.#scripts.get(script);
    if (known) return known;
    if (this.#scripts.size >= MAX_SCRIPTS) return null;
    const histogram = new LatencyHistogram();
    this.#scripts.set(script, histogram);
    return histogram;
  }

  end(): TransactionLog | null {
    if (this.#columns === 0) {
      this.#reporter.report('TRUNCATED_LOG', 'no row of a transaction');
      return null;
    }
    const scripts = [...this.#scripts].sort(([a], [b]) => a - b);
    return {
      type: 'pgbench-transactions',
      rows: this.#latencies.count,
      skipped: this.#skipped,
      failed: this.#failed,
      columns: this.#columns,
      clients: this.#numbers.clients,
      share: this.#numbers.hasGaps ? this.#numbers.share() : 1,
      latencies: this.#latencies.count > 0 ? this.#latencies : null,
      scripts: scripts.length > 1 ? scripts.map(([script, latencies]) => ({ script, latencies })) : [],
      seventhSum: this.#columns > SEVENTH ? this.#seventhSum : null,
      firstSecond: this.#seconds.first,
      lastSecond: this.#seconds.last,
      firstLine: this.#lines.first,
      lastLine: this.#lines.last,
    };
  }
}
