import type { ParsedLog } from '../../parser';

/** Latencies over the windows, in seconds. Percentiles of windows say nothing of the percentiles of the whole. */
export interface WindowLatencies {
  /** Null where no window has a request, or the column is not there. */
  min: number | null;
  /** Mean of the averages, each by the requests of its window. */
  avg: number | null;
  max: number | null;
}

/** `results.csv`, `results.<Txn>.csv`, `samples.csv`; `.res` of OLTPBench. */
export interface BenchbaseWindows extends ParsedLog {
  type: 'benchbase-windows';
  rows: number;
  columns: number;
  /** Seconds of one window; null of a single one. */
  windowS: number | null;
  /** Mean over the windows, requests/s; null without a row. */
  throughput: number | null;
  /** Of all windows: the column `Requests`, else throughput × seconds. Null where a row of it can't be read. */
  requests: number | null;
  latencies: WindowLatencies;
  firstLine: number;
  lastLine: number;
}

/** Seconds that the windows cover, null of a single one. */
export function secondsOf({ rows, windowS }: BenchbaseWindows): number | null {
  return windowS === null ? null : rows * windowS;
}
