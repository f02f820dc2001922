import type { DetailsBuilder } from '../../../files/details-builder';
import { toFinite } from '../../../text/finite';
import { byContent, type LogParser } from '../../parser';
import { LatencyHistogram } from '../../pgbench/transaction-log/latency-histogram';
import { newSecondTotals } from '../../pgbench/transaction-log/second-totals';
import { textLines } from '../../text-lines';
import { RATE } from '../windows/windows';
import type { BenchbaseRaw } from './raw-log';

/** `Transaction Type Index,Transaction Name,Start Time (microseconds),...`; OLTPBench in small letters, without a name. */
const RAW_HEADER =
  /^Transaction Type(?: Index| \(index in config file\)), ?(?:Transaction Name, ?)?Start Time \(microseconds\), ?Latency \(microseconds\)/i;

/**
 * `raw.csv` of BenchBase, `.csv` of OLTPBench: one row a request. Of each transaction a histogram is kept, so memory
 * does not grow with the file.
 */
export const benchbaseRaw: LogParser = {
  kind: 'benchbase-raw',
  about: 'raw.csv of BenchBase: `Transaction Type Index,Transaction Name,Start Time (microseconds),...`',
  score: byContent(RAW_HEADER, /(?:^|\.)raw\.csv$/),
  hasDetails: true,
  /** Requests and average latency of each second are series; the first and the last request are facts. */
  open(reporter, details) {
    const transactions = new TransactionLatencies();
    let columns: RawColumns | null = null;
    let rows = 0;
    const lines = { first: 0, last: 0 };
    let start = Number.NaN;
    let lastText = '';
    // Rows are in the order of their start: a second is over when a later one begins.
    const totals = newSecondTotals(({ second, count, sum, line }) => {
      details?.series(RATE).add(second, count, line);
      details?.series(AVERAGE).add(second, sum / count / MICROSECONDS, line);
    });

    const addDetails = ({ facts, histograms }: DetailsBuilder) => {
      if (rows === 0) return;
      totals.close();
      facts.add({ name: 'last request', value: lastText, line: lines.last });
      for (const { name: group, latencies } of transactions.list()) {
        facts.add({ group, name: 'requests', value: String(latencies.count), line: lines.first });
        histograms.push(latencies.toHistogram({ of: group, ...lines }));
      }
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, { line, bytes }) => {
        if (text === '') return;
        if (!columns) {
          columns = parseRawHeader(text);
          return;
        }
        const row = parseRawRow(text, columns);
        if (!row || !transactions.add(row.transaction, row.latency)) {
          reporter.unreadable(line, bytes);
          return;
        }
        rows += 1;
        lines.last = line;
        lastText = text;
        if (rows === 1) {
          lines.first = line;
          start = row.start;
          details?.facts.add({ name: 'first request', value: text, line });
        }
        if (details)
          totals.add(Math.max(Math.floor(row.start - start), totals.second ?? 0), row.latency, line);
      }),
      end(): BenchbaseRaw | null {
        if (details) addDetails(details);
        if (!columns) return null;
        if (rows === 0) {
          const message = 'no requests follow the header: BenchBase was stopped, or the file was cut';
          reporter.report('TRUNCATED_LOG', message, { line: 1 });
        }
        return {
          type: 'benchbase-raw',
          rows,
          transactions: transactions.list(),
          firstLine: lines.first,
          lastLine: lines.last,
        };
      },
    };
  },
};

const MAX_LINE_BYTES = 4096;

const AVERAGE = { id: 'latency_avg', label: 'avg', unit: 's' };
const MICROSECONDS = 1e6;

/** BenchBase has at most 23 (TPC-H); names beyond are damaged ones. */
const MAX_TRANSACTIONS = 100;

/** Latencies in microseconds by transaction, in bounded memory. */
class TransactionLatencies {
  readonly #transactions = new Map<string, LatencyHistogram>();

  /** @returns false where there are too many names: the latency is not counted */
  add(transaction: string, latency: number): boolean {
    const latencies = this.#transactions.get(transaction) ?? new LatencyHistogram();
    if (latencies.count === 0) {
      if (this.#transactions.size >= MAX_TRANSACTIONS) return false;
      this.#transactions.set(transaction, latencies);
    }
    latencies.add(latency);
    return true;
  }

  /** In the order of their first request; none is empty. */
  list(): { name: string; latencies: LatencyHistogram }[] {
    return [...this.#transactions].map(([name, latencies]) => ({ name, latencies }));
  }
}

/** Where a row of raw.csv has what; -1 where it does not have it. */
interface RawColumns {
  count: number;
  name: number;
  start: number;
  latency: number;
}

/** One request. */
interface RawRow {
  /** `NewOrder`; the index of its type where no name is printed. */
  transaction: string;
  /** Seconds since 1970. */
  start: number;
  /** Microseconds, whole. */
  latency: number;
}

/** Far after our time, and a latency of eleven days. */
const [MAX_START, MAX_LATENCY] = [1e11, 1e12];
/** Names of Java classes, or indexes. */
const TRANSACTION = /^[\w$-]{1,80}$/;

/** @returns null unless the line is a header of raw.csv */
function parseRawHeader(text: string): RawColumns | null {
  if (!RAW_HEADER.test(text)) return null;
  const cells = text.split(',').map((cell) => cell.trim().toLowerCase());
  const find = (start: string) => cells.findIndex((cell) => cell.startsWith(start));
  return {
    count: cells.length,
    name: Math.max(0, find('transaction name')),
    start: find('start time'),
    latency: find('latency'),
  };
}

/**
 * Reads one request. The start is printed in seconds since 1970 with microseconds behind the point, whatever the header
 * says (ResultWriter.writeRaw of BenchBase).
 *
 * @returns null where a number can't be read, or the line has another number of cells
 */
function parseRawRow(text: string, columns: RawColumns): RawRow | null {
  const cells = text.split(',');
  if (cells.length !== columns.count) return null;
  const start = toFinite(cells[columns.start]?.trim());
  const latency = toFinite(cells[columns.latency]?.trim());
  const transaction = cells[columns.name]?.trim() ?? '';
  if (start === null || start < 0 || start > MAX_START || !TRANSACTION.test(transaction)) return null;
  if (latency === null || latency < 0 || latency > MAX_LATENCY || !Number.isInteger(latency)) return null;
  return { transaction, start, latency };
}
