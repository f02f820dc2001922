import type { ParsedLog } from '../../parser';

/** One interval of --aggregate-interval. Times are in microseconds. */
export interface AggregateRow {
  /** Start, seconds since 1970. */
  second: number;
  transactions: number;
  sum: number;
  /** Sum of the squares. */
  squares: number;
  min: number;
  max: number;
  /** Of schedule lag; null without -R. */
  lagSum: number | null;
  skipped: number | null;
  retried: number | null;
  retries: number | null;
  failed: number | null;
}

/** What the intervals of one thread's log add up to. */
export interface AggregateLog extends ParsedLog {
  type: 'pgbench-aggregate';
  intervals: number;
  transactions: number;
  sum: number;
  squares: number;
  /** Over the intervals with a transaction; null without one. */
  min: number | null;
  max: number | null;
  firstSecond: number;
  firstLine: number;
  lastLine: number;
}
