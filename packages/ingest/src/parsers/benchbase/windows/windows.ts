import { toFinite } from '../../../text/finite';
import { type LogParser, scoreOf } from '../../parser';
import { textLines } from '../../text-lines';
import { type LatencyName, latencyOf } from '../latency-names';
import type { BenchbaseWindows } from './windows-log';

/** Columns of a table of windows, by their header. */
interface Columns {
  count: number;
  /** Of the latencies, in their order. */
  latencies: readonly (LatencyName & { index: number })[];
  throughput: number;
  /** -1 where there is none. */
  requests: number;
}

/** One window. A number that can't be read is null. */
interface WindowRow {
  /** Start, in seconds since the start of the run. */
  seconds: number | null;
  /** Requests/s. */
  throughput: number | null;
  requests: number | null;
  /** Seconds, as `Columns.latencies`; null in a window without a request. */
  latencies: readonly (number | null)[];
  /** True when a cell holds something else than its number. */
  isDamaged: boolean;
}

/** `Time (seconds),Throughput (requests/second),...`, of OLTPBench `time(sec), throughput(req/sec), ...` */
const WINDOWS_HEADER =
  /^Time ?\(sec(?:onds)?\), ?(?:Requests, ?)?Throughput ?\(req(?:uests)?\/sec(?:ond)?\), ?/i;
const THROUGHPUT = /^throughput ?\(/i;
/** Longer cells are damaged. */
const MAX_CELL = 1e13;

/** @returns null unless the line is a header of windows */
function parseColumns(text: string): Columns | null {
  if (!WINDOWS_HEADER.test(text)) return null;
  const cells = text.split(',').map((cell) => cell.trim());
  return {
    count: cells.length,
    latencies: cells.flatMap((cell, index) => {
      const name = latencyOf(cell);
      return name ? [{ ...name, index }] : [];
    }),
    throughput: cells.findIndex((cell) => THROUGHPUT.test(cell)),
    requests: cells.findIndex((cell) => /^requests$/i.test(cell)),
  };
}

/**
 * Reads the numbers of one window.
 *
 * @returns null where the line has another number of cells
 */
function parseWindow(text: string, columns: Columns): WindowRow | null {
  const cells = text.split(',');
  if (cells.length !== columns.count) return null;
  const all = cells.map((cell) => toCell(cell.trim()));
  const at = (index: number) => all[index] ?? null;
  const throughput = at(columns.throughput);
  // A window without a request has -1 microseconds, which results.csv prints as -0.001.
  const isEmpty = throughput === 0;
  const latencies = columns.latencies.map(({ index, exponent }) => {
    const value = at(index);
    return value === null || value < 0 ? null : scaled(cells[index]?.trim() ?? '', exponent);
  });
  const wanted = [0, columns.throughput, ...columns.latencies.map(({ index }) => index)];
  if (columns.requests >= 0) wanted.push(columns.requests);
  return {
    seconds: positive(at(0)),
    throughput: positive(throughput),
    requests: columns.requests < 0 ? null : positive(at(columns.requests)),
    latencies,
    isDamaged: wanted.some((index) => at(index) === null || (!isEmpty && (at(index) ?? 0) < 0)),
  };
}

function toCell(text: string): number | null {
  const value = toFinite(text);
  return value === null || Math.abs(value) > MAX_CELL ? null : value;
}

function positive(value: number | null): number | null {
  return value === null || value < 0 ? null : value;
}

/** The point is moved in the text: 0.792 / 1000 need not be 0.000792. */
function scaled(text: string, exponent: number): number | null {
  const value = Number(`${text}e${exponent}`);
  return Number.isFinite(value) ? value : null;
}

/**
 * Throughput and latencies over time: `results.csv` and `results.<Txn>.csv` in windows of 5 s and milliseconds,
 * `samples.csv` in windows of 1 s and microseconds, `.res` of OLTPBench. The header tells the units.
 * Format: ResultWriter.writeResults and writeSamples of github.com/cmu-db/benchbase.
 */
export const benchbaseWindows: LogParser = {
  kind: 'benchbase-windows',
  about: 'results.csv or samples.csv of BenchBase: `Time (seconds),Throughput (requests/second),...`',
  score: ({ head, name }) => scoreOf(/throughput ?\(req/i.test(head) && HEADER.test(head), NAME.test(name)),
  hasDetails: true,
  /** Adds up the windows of one table, which are series. A window without a request has no latency: a gap. */
  open(reporter, details) {
    let columns: Columns | null = null;
    let isOver = false;
    let rows = 0;
    const rates = { sum: 0, count: 0 };
    const requests = { sum: 0, count: 0 };
    const averages = { sum: 0, weight: 0 };
    const extremes: { min: number | null; max: number | null } = { min: null, max: null };
    let previous: number | null = null;
    let windowS: number | null = null;
    let latest: number | null = null;
    const lines = { first: 0, last: 0 };

    const begin = (found: Columns) => {
      columns = found;
      details?.series(RATE);
      for (const { id, label } of found.latencies) details?.series({ id, label, unit: 's' });
    };

    const add = (row: WindowRow, { latencies }: Columns, line: number) => {
      const { seconds, throughput } = row;
      if (seconds !== null && previous !== null && seconds > previous)
        windowS = Math.min(windowS ?? seconds - previous, seconds - previous);
      previous = seconds;
      latest = seconds ?? latest;
      if (row.requests !== null) addTo(requests, row.requests);
      if (throughput !== null) addTo(rates, throughput);
      if (seconds !== null) details?.series(RATE).add(seconds, throughput, line);
      for (const [index, { id, label, metric }] of latencies.entries()) {
        const value = row.latencies[index] ?? null;
        if (seconds !== null) details?.series({ id, label, unit: 's' }).add(seconds, value, line);
        if (value === null || throughput === null) continue;
        if (metric === 'latency_min') extremes.min = Math.min(extremes.min ?? value, value);
        if (metric === 'latency_max') extremes.max = Math.max(extremes.max ?? value, value);
        if (metric !== 'latency_avg') continue;
        averages.sum += value * throughput;
        averages.weight += throughput;
      }
    };

    /** Each window has a row, also one without a request, and the first one begins at 0. */
    const reportGaps = (): number => {
      if (latest === null || windowS === null) return 0;
      const lost = Math.round(latest / windowS) + 1 - rows;
      if (lost <= 0) return 0;
      const message = `${rows} windows of ${windowS} s up to second ${latest}: ${lost} ${lost === 1 ? 'row was' : 'rows were'} lost`;
      reporter.report('ROWS_LOST', message, { line: lines.last });
      return lost;
    };

    const countRequests = (hasRequests: boolean): number | null => {
      const { sum, count } = hasRequests ? requests : rates;
      if (count === 0 || count < rows) return null;
      if (hasRequests) return sum;
      // The throughput of a window is a number of requests / seconds, printed with three digits.
      return windowS === null ? null : Math.round(sum * windowS);
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, spot) => {
        if (text === '' || isOver) return;
        const header = parseColumns(text);
        if (!columns) {
          if (header) begin(header);
          return;
        }
        if (header) {
          isOver = true;
          const message = 'a second header: only the windows above it are read. Send one file for each run';
          reporter.report('LINE_UNPARSED', message, spot);
          return;
        }
        const row = parseWindow(text, columns);
        if (!row || row.isDamaged) reporter.unreadable(spot.line, spot.bytes);
        rows += 1;
        if (lines.first === 0) lines.first = spot.line;
        lines.last = spot.line;
        if (row) add(row, columns, spot.line);
        else previous = null;
      }),
      end(): BenchbaseWindows | null {
        if (!columns) return null;
        if (rows === 0) {
          const message = 'no windows follow the header: BenchBase was stopped, or the file was cut';
          reporter.report('TRUNCATED_LOG', message, { line: 1 });
        }
        return {
          type: 'benchbase-windows',
          rows,
          columns: columns.count,
          windowS,
          throughput: rates.count > 0 ? rates.sum / rates.count : null,
          requests: reportGaps() > 0 ? null : countRequests(columns.requests >= 0),
          latencies: { ...extremes, avg: averages.weight > 0 ? averages.sum / averages.weight : null },
          firstLine: lines.first,
          lastLine: lines.last,
        };
      },
    };
  },
};

const HEADER = new RegExp(WINDOWS_HEADER.source, 'im');
const NAME = /(?:^|\.)(?:results(?:\.[\w-]+)?\.csv|samples\.csv|res)$/;

/** Rows have about 120 characters, headers 400. */
const MAX_LINE_BYTES = 4096;
export const RATE = { id: 'throughput', label: 'requests/s', unit: 'requests/s' };

function addTo(total: { sum: number; count: number }, value: number): void {
  total.sum += value;
  total.count += 1;
}
