import { toFinite } from '../../../text/finite';

/** Where a row of raw.csv has what; -1 where it does not have it. */
export interface RawColumns {
  count: number;
  name: number;
  start: number;
  latency: number;
}

/** One request. */
export interface RawRow {
  /** `NewOrder`; the index of its type where no name is printed. */
  transaction: string;
  /** Seconds since 1970. */
  start: number;
  /** Microseconds, whole. */
  latency: number;
}

/** `Transaction Type Index,Transaction Name,Start Time (microseconds),...`; OLTPBench in small letters, without a name. */
export const RAW_HEADER =
  /^Transaction Type(?: Index| \(index in config file\)), ?(?:Transaction Name, ?)?Start Time \(microseconds\), ?Latency \(microseconds\)/i;
/** Far after our time, and a latency of eleven days. */
const [MAX_START, MAX_LATENCY] = [1e11, 1e12];
/** Names of Java classes, or indexes. */
const TRANSACTION = /^[\w$-]{1,80}$/;

/** @returns null unless the line is a header of raw.csv */
export function parseRawHeader(text: string): RawColumns | null {
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
export function parseRawRow(text: string, columns: RawColumns): RawRow | null {
  const cells = text.split(',');
  if (cells.length !== columns.count) return null;
  const start = toFinite(cells[columns.start]?.trim());
  const latency = toFinite(cells[columns.latency]?.trim());
  const transaction = cells[columns.name]?.trim() ?? '';
  if (start === null || start < 0 || start > MAX_START || !TRANSACTION.test(transaction)) return null;
  if (latency === null || latency < 0 || latency > MAX_LATENCY || !Number.isInteger(latency)) return null;
  return { transaction, start, latency };
}
