import { SeriesBuilder } from '../../files/series-builder';
import type { Fact, FileDetails, Series } from '../../model/details';
import type { FormatFamily } from '../family';
import type { DetailsSession, LogParser, Sample } from '../parser';
import { pgbenchFormat as about } from './about';
import { aggregate } from './aggregate-log/aggregate';
import { pgbenchAssembler } from './assemble/pgbench-assembler';
import { pgbench } from './summary/pgbench';
import { ClientNumbers } from './transaction-log/client-numbers';
import { LatencyHistogram } from './transaction-log/latency-histogram';
import { RowScanner } from './transaction-log/row-scanner';
import { TransactionSession } from './transaction-log/transaction-session';

/**
 * The log of single transactions (-l), one file a thread: `pgbench_log.<pid>`, `pgbench_log.<pid>.1`, ... Format:
 * "Per-Transaction Logging" of https://www.postgresql.org/docs/current/pgbench.html. --sampling-rate leaves rows out, so
 * rows are never counted as transactions.
 */
export const transactions: LogParser = {
  kind: 'pgbench-transactions',
  about: 'transaction log of pgbench (-l): `client transaction microseconds script second microsecond`',
  score: scoreTransactions,
  open: (reporter) => new TransactionSession(reporter),
  openDetails: () => new TransactionDetails(),
};

/** Its fifth column is a time since 1970 of the years 2001 to 2033. */
const ROW =
  /^\d{1,7} \d{1,15} (?:\d{1,15}|skipped|failed|serialization|deadlock) \d{1,3} 1\d{9} \d{1,6}(?: \d{1,15}){0,2}$/;
const HEAD_CHARACTERS = 4096;
/** Lines that are looked at: a damaged one among them is reported by the session. */
const FIRST_LINES = 3;

function scoreTransactions({ head }: Sample): number {
  const first = head.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return 0;
  const lines = head.split('\n', FIRST_LINES + 1);
  // The last line of the sample may be cut.
  if (lines.length <= FIRST_LINES && head.length >= HEAD_CHARACTERS) lines.pop();
  const rows = lines.slice(0, FIRST_LINES).filter((line) => line !== '');
  return rows.some((line) => ROW.test(line)) ? 0.9 : 0;
}

/**
 * `100000 of 1000000 tuples (10%) done (elapsed 0.08 s, remaining 0.72 s)`, and the last line since 13:
 * `done in 17.24 s (drop tables 0.03 s, ...)`. A run may follow in the same file, after more than the lines that are
 * looked at: then this is not the beginning of the file that counts, so a summary anywhere in the sample wins.
 */
const CONTENT =
  /^(?:(?:pgbench: )?\d+ of \d+ tuples \(\d+%\) (?:of pgbench_accounts )?done|generating data \((?:client|server)-side\)\.\.\.|done in \d+\.\d+ s \()/m;
const RUN = 'transaction type:';

/** Output of `pgbench -i`, which loads the tables: kept, but not a test. */
const pgbenchInit: LogParser = {
  kind: 'pgbench-init',
  about: 'output of pgbench -i: `... of ... tuples (10%) done`',
  score: ({ head, bytes }) => {
    if (!head.includes('done') && !head.includes('generating data')) return 0;
    return CONTENT.test(head) && !bytes.includes(RUN) ? 0.9 : 0;
  },
  open: null,
};

/** pgbench, 8.0 to 18: summaries and progress, logs of transactions and of intervals, and the load of its tables. */
export const pgbenchFormat: FormatFamily = {
  ...about,
  parsers: [pgbench, transactions, aggregate, pgbenchInit],
  assembler: pgbenchAssembler,
};

const [CLIENT, TRANSACTION, TIME, SECOND] = [0, 1, 2, 4];
/** Divided by it an integer of microseconds is the nearest number of seconds; multiplied by 1e-6 it is not. */
const MICROSECONDS = 1e6;
const PERCENT_DIGITS = 4;

/** Average and largest latency of each second as series, the histogram, and what was counted. */
class TransactionDetails implements DetailsSession {
  readonly #scanner = new RowScanner();
  readonly #latencies = new LatencyHistogram();
  readonly #numbers = new ClientNumbers();
  readonly #average = new SeriesBuilder({ id: 'latency_avg', label: 'avg', unit: 's', of: null });
  readonly #largest = new SeriesBuilder({ id: 'latency_max', label: 'max', unit: 's', of: null });
  readonly #counts = { skipped: 0, failed: 0 };
  #open = { second: -1, sum: 0, count: 0, max: 0, line: 0 };
  #start: number | null = null;
  #lines = { first: 0, last: 0 };

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || !this.#scanner.read(bytes, start, end)) return;
    const { values, outcome } = this.#scanner;
    if (this.#lines.first === 0) this.#lines.first = lineNumber;
    this.#lines.last = lineNumber;
    this.#numbers.add(values[CLIENT] ?? 0, values[TRANSACTION] ?? 0);
    if (outcome !== 'done') {
      this.#counts[outcome] += 1;
      return;
    }
    const [time, second] = [values[TIME] ?? 0, values[SECOND] ?? 0];
    this.#latencies.add(time);
    // Rows are in the order in which transactions end.
    if (second !== this.#open.second) this.#close(second, lineNumber);
    this.#open.sum += time;
    this.#open.count += 1;
    this.#open.max = Math.max(this.#open.max, time);
  }

  #close(next: number, line: number): void {
    const { second, sum, count, max, line: first } = this.#open;
    if (count > 0) {
      this.#start ??= second;
      this.#average.add(second - this.#start, sum / count / MICROSECONDS, first);
      this.#largest.add(second - this.#start, max / MICROSECONDS, first);
    }
    this.#open = { second: next, sum: 0, count: 0, max: 0, line };
  }

  end(): FileDetails {
    this.#close(-1, 0);
    const hasRows = this.#latencies.count > 0;
    const series: Series[] = hasRows ? [this.#average.build(), this.#largest.build()] : [];
    const { first: line, last: lineEnd } = this.#lines;
    const buckets = this.#latencies
      .toRanges()
      .map(({ upTo, count }) => ({ upTo: upTo / MICROSECONDS, count }));
    const histogram = { id: 'latency', label: 'latency', unit: 's', of: null, buckets, line, lineEnd };
    return { series, histograms: hasRows ? [histogram] : [], facts: line > 0 ? this.#facts(line) : [] };
  }

  #facts(line: number): Fact[] {
    const share = this.#numbers.hasGaps ? (this.#numbers.share() ?? 1) : 1;
    const percent = Number((share * 100).toPrecision(PERCENT_DIGITS));
    const counted: [string, number, string | null][] = [
      ['rows of transactions', this.#latencies.count, null],
      ['skipped by the latency limit', this.#counts.skipped, null],
      ['failed', this.#counts.failed, null],
      ['clients', this.#numbers.clients, null],
      ['share of all transactions', percent, '%'],
    ];
    return counted.map(([name, number, unit]) => ({
      group: null,
      name,
      value: String(number),
      number,
      unit,
      line,
    }));
  }
}
