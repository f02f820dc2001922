import { toFinite } from '../../../text/finite';
import { type LatencyName, latencyOf } from '../latency-names';

/** Columns of a table of windows, by their header. */
export interface Columns {
  count: number;
  /** Of the latencies, in their order. */
  latencies: readonly (LatencyName & { index: number })[];
  throughput: number;
  /** -1 where there is none. */
  requests: number;
}

/** One window. A number that can't be read is null. */
export interface WindowRow {
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
export const WINDOWS_HEADER =
  /^Time ?\(sec(?:onds)?\), ?(?:Requests, ?)?Throughput ?\(req(?:uests)?\/sec(?:ond)?\), ?/i;
const THROUGHPUT = /^throughput ?\(/i;
/** Longer cells are damaged. */
const MAX_CELL = 1e13;

/** @returns null unless the line is a header of windows */
export function parseColumns(text: string): Columns | null {
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
export function parseWindow(text: string, columns: Columns): WindowRow | null {
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
