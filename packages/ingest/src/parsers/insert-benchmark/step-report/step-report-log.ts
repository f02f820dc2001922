import type { NumberAt } from '../../number-line';
import type { Operation } from '../client/iibench-log';

/**
 * `2 processes, 3000 rows-per-process, 31 seconds, 193.5 rows-per-second, 96.7 rows-per-second-per-user, 567024 queries,
 * 18291.0 queries-per-second, 1 deletes`
 */
export interface StepTotals {
  processes: number;
  /** For l.x: rows that were indexed, and the few that were inserted. */
  rowsPerProcess: number;
  /** Wall clock, whole seconds, with the start of the clients. */
  seconds: number;
  rowsPerS: number;
  rowsPerSPerClient: number;
  queries: number;
  queriesPerS: number;
  /** True when each insert was paired with a delete. */
  deletes: boolean;
  line: number;
}

/** Means of iostat and vmstat by the names of their columns: `r/s`, `rKB/i`, `cs/q`, `cpu/q`. `inf` and `nan` are left out. */
export type Normalized = Map<string, NumberAt>;

/** What the scripts reported of one step (`o.res.dop<N>`), all clients together. */
export interface StepReport {
  type: 'iibench-report';
  totals: StepTotals | null;
  /** Divided by the insert rate, and by the query rate. */
  byInsert: Normalized;
  byQuery: Normalized;
  /** GiB. */
  databaseGib: NumberAt | null;
  directoryGib: NumberAt | null;
  /** KiB, of the server process that the report prints. */
  rssKib: NumberAt | null;
  /** Largest response time of all clients, seconds. */
  slowest: Partial<Record<Operation, NumberAt>>;
  /** Per-second rates of the first client, sorted from fast to slow. */
  p50: Partial<Record<Operation, NumberAt>>;
  p99: Partial<Record<Operation, NumberAt>>;
}
