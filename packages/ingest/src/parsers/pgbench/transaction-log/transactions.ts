import type { DetailsBuilder } from '../../../files/details-builder';
import type { LogParser } from '../../parser';
import { LatencyHistogram } from './latency-histogram';
import { newSecondTotals } from './second-totals';
import type { TransactionLog } from './transaction-log';

/**
 * The log of single transactions (-l), one file a thread: `pgbench_log.<pid>`, `pgbench_log.<pid>.1`, ... Format:
 * "Per-Transaction Logging" of https://www.postgresql.org/docs/current/pgbench.html. --sampling-rate leaves rows out, so
 * rows are never counted as transactions.
 */
export const transactions: LogParser = {
  kind: 'pgbench-transactions',
  about: 'transaction log of pgbench (-l): `client transaction microseconds script second microsecond`',
  score({ head }) {
    const first = head.charCodeAt(0);
    if (!(first >= 48 && first <= 57)) return 0;
    const lines = head.split('\n', FIRST_LINES + 1);
    // The last line of the sample may be cut.
    if (lines.length <= FIRST_LINES && head.length >= HEAD_CHARACTERS) lines.pop();
    const rows = lines.slice(0, FIRST_LINES).filter((line) => line !== '');
    return rows.some((line) => ROW.test(line)) ? 0.9 : 0;
  },
  hasDetails: true,
  /**
   * Reads a transaction log into counts and histograms: memory does not grow with the rows. Average and largest latency of
   * each second are drawn as series.
   */
  open(reporter, details) {
    const scanner = new RowScanner();
    const numbers = new ClientNumbers();
    const latencies = new LatencyHistogram();
    const scripts = new Map<number, LatencyHistogram>();
    const counts = { skipped: 0, failed: 0 };
    const lines = { first: 0, last: 0 };
    let seconds = { first: 0, last: 0 };
    let columns = 0;
    let seventhSum = 0;
    let start: number | null = null;
    // Rows are in the order in which transactions end.
    const totals = newSecondTotals(({ second, sum, count, max, line }) => {
      start ??= second;
      details?.series(AVERAGE).add(second - start, sum / count / MICROSECONDS, line);
      details?.series(LARGEST).add(second - start, max / MICROSECONDS, line);
    });

    const latenciesOf = (script: number): LatencyHistogram | null => {
      const known = scripts.get(script);
      if (known || scripts.size >= MAX_SCRIPTS) return known ?? null;
      const histogram = new LatencyHistogram();
      scripts.set(script, histogram);
      return histogram;
    };

    const addDetails = ({ facts, histograms }: DetailsBuilder) => {
      totals.close();
      if (columns === 0) return;
      if (latencies.count > 0) histograms.push(latencies.toHistogram({ of: null, ...lines }));
      const share = numbers.hasGaps ? (numbers.share() ?? 1) : 1;
      const percent = Number((share * 100).toPrecision(PERCENT_DIGITS));
      const counted: [string, number, string | null][] = [
        ['rows of transactions', latencies.count, null],
        ['skipped by the latency limit', counts.skipped, null],
        ['failed', counts.failed, null],
        ['clients', numbers.clients, null],
        ['share of all transactions', percent, '%'],
      ];
      for (const [name, number, unit] of counted)
        facts.add({ name, value: String(number), number, unit, line: lines.first });
    };

    return {
      line(bytes, start, end, line) {
        if (start === end) return;
        const isRow = scanner.read(bytes, start, end);
        const { values, outcome } = scanner;
        // The first row says how many columns there are: a row with fewer was cut.
        if (!isRow || (columns !== 0 && scanner.columns !== columns)) {
          const message = `expected ${columns || '6 to 8'} columns: client transaction time script second microsecond`;
          reporter.report('LINE_UNPARSED', message, { line, bytes: bytes.subarray(start, end) });
          return;
        }
        const second = values[SECOND] ?? 0;
        if (columns === 0) {
          columns = scanner.columns;
          lines.first = line;
          seconds = { first: second, last: 0 };
        }
        lines.last = line;
        seconds.last = second;
        numbers.add(values[CLIENT] ?? 0, values[TRANSACTION] ?? 0);
        if (outcome !== 'done') {
          counts[outcome] += 1;
          return;
        }
        const time = values[TIME] ?? 0;
        latencies.add(time);
        latenciesOf(values[SCRIPT] ?? 0)?.add(time);
        if (columns > SEVENTH) seventhSum += values[SEVENTH] ?? 0;
        if (details) totals.add(second, time, line);
      },
      end(): TransactionLog | null {
        if (details) addDetails(details);
        if (columns === 0) {
          reporter.report('TRUNCATED_LOG', 'no row of a transaction');
          return null;
        }
        const sorted = [...scripts].sort(([a], [b]) => a - b);
        return {
          type: 'pgbench-transactions',
          rows: latencies.count,
          ...counts,
          columns,
          clients: numbers.clients,
          share: numbers.hasGaps ? numbers.share() : 1,
          latencies: latencies.count > 0 ? latencies : null,
          scripts: sorted.length > 1 ? sorted.map(([script, own]) => ({ script, latencies: own })) : [],
          seventhSum: columns > SEVENTH ? seventhSum : null,
          firstSecond: seconds.first,
          lastSecond: seconds.last,
          firstLine: lines.first,
          lastLine: lines.last,
        };
      },
    };
  },
};

/** Its fifth column is a time since 1970 of the years 2001 to 2033. */
const ROW =
  /^\d{1,7} \d{1,15} (?:\d{1,15}|skipped|failed|serialization|deadlock) \d{1,3} 1\d{9} \d{1,6}(?: \d{1,15}){0,2}$/;
const HEAD_CHARACTERS = 4096;
/** Lines that are looked at: a damaged one among them is reported by the session. */
const FIRST_LINES = 3;

/** Columns of a row. */
const [CLIENT, TRANSACTION, TIME, SCRIPT, SECOND, SEVENTH] = [0, 1, 2, 3, 4, 6];
/** pgbench takes 128 scripts at most. */
const MAX_SCRIPTS = 128;
/** Divided by it an integer of microseconds is the nearest number of seconds; multiplied by 1e-6 it is not. */
const MICROSECONDS = 1e6;
const PERCENT_DIGITS = 4;
const AVERAGE = { id: 'latency_avg', label: 'avg', unit: 's' };
const LARGEST = { id: 'latency_max', label: 'max', unit: 's' };

/** Clients that are looked at: more than a run has, and few enough for a hostile log. */
const MAX_CLIENTS = 65_536;
const START = 256;

/**
 * The transaction numbers of each client, which count from 0 by one: where some are missing, the log holds a part of the
 * transactions (--sampling-rate). Memory grows with the clients only.
 */
class ClientNumbers {
  #first = new Float64Array(START).fill(-1);
  #last = new Float64Array(START).fill(-1);
  /** Clients seen, at most those that are looked at. */
  clients = 0;
  /** Numbers that a row has; one that stands twice counts once. */
  seen = 0;
  hasGaps = false;

  add(client: number, transaction: number): void {
    if (client >= MAX_CLIENTS) return;
    if (client >= this.#last.length) this.#grow(client + 1);
    const last = this.#last[client] ?? -1;
    if (last < 0) {
      this.clients += 1;
      this.#first[client] = transaction;
    } else if (transaction > last + 1) this.hasGaps = true;
    if (transaction <= last) return;
    this.seen += 1;
    this.#last[client] = transaction;
  }

  /** Share of the numbers from the first to the last of each client that a row has; null without a row. */
  share(): number | null {
    let all = 0;
    this.#last.forEach((last, client) => {
      if (last >= 0) all += last - (this.#first[client] ?? 0) + 1;
    });
    return all === 0 ? null : this.seen / all;
  }

  #grow(length: number): void {
    const size = Math.min(MAX_CLIENTS, Math.max(length, this.#last.length * 2));
    const [first, last] = [new Float64Array(size).fill(-1), new Float64Array(size).fill(-1)];
    first.set(this.#first);
    last.set(this.#last);
    this.#first = first;
    this.#last = last;
  }
}

const [SPACE, ZERO, NINE] = [32, 48, 57];
/** client, transaction, time, script, second, microsecond, then lag and retries where they were asked for. */
const MIN_COLUMNS = 6;
const MAX_COLUMNS = 8;
const TIME_COLUMN = 2;
/** More digits are not a count and would be inexact. */
const MAX_DIGITS = 15;

/** Placeholder for the time of a transaction without one. */
const OUTCOMES = [
  // Given up before it began, because of the latency limit.
  { word: Buffer.from('skipped'), outcome: 'skipped' },
  { word: Buffer.from('failed'), outcome: 'failed' },
  { word: Buffer.from('serialization'), outcome: 'failed' },
  { word: Buffer.from('deadlock'), outcome: 'failed' },
] as const;

type Outcome = 'done' | (typeof OUTCOMES)[number]['outcome'];

/**
 * Reads the rows of a transaction log (-l) byte by byte: a log has millions, and is read without a text or a list for
 * each. One scanner holds the values of the row that it read last.
 *
 *     client transaction time_us script epoch_s epoch_us [lag_us] [retries]
 */
class RowScanner {
  /** Values by column; of a row without a time that column is 0. */
  readonly values = new Float64Array(MAX_COLUMNS);
  columns = 0;
  outcome: Outcome = 'done';

  /** @returns false for what is no such row; the values are then of no use */
  read(bytes: Buffer, start: number, end: number): boolean {
    let at = start;
    let column = 0;
    this.outcome = 'done';
    while (column < MAX_COLUMNS) {
      const stop = this.#value(bytes, at, end, column);
      if (stop < 0) return false;
      column += 1;
      if (stop === end) break;
      if (bytes[stop] !== SPACE) return false;
      at = stop + 1;
      if (column === MAX_COLUMNS) return false;
    }
    this.columns = column;
    return column >= MIN_COLUMNS;
  }

  /** @returns where the value ends, -1 where there is none */
  #value(bytes: Buffer, start: number, end: number, column: number): number {
    let at = start;
    let value = 0;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + byte - ZERO;
      at += 1;
    }
    if (at > start) {
      this.values[column] = value;
      return at - start > MAX_DIGITS ? -1 : at;
    }
    return column === TIME_COLUMN ? this.#word(bytes, start, end) : -1;
  }

  #word(bytes: Buffer, start: number, end: number): number {
    for (const { word, outcome } of OUTCOMES) {
      const stop = start + word.length;
      if (stop <= end && bytes.compare(word, 0, word.length, start, stop) === 0) {
        this.outcome = outcome;
        this.values[TIME_COLUMN] = 0;
        return stop;
      }
    }
    return -1;
  }
}
