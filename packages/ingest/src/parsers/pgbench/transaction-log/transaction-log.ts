import type { ParsedLog } from '../../parser';
import type { LatencyHistogram } from './latency-histogram';

/** What a transaction log (-l) of one thread holds. Times are in microseconds. */
export interface TransactionLog extends ParsedLog {
  type: 'pgbench-transactions';
  /** Rows of transactions that were done. */
  rows: number;
  /** Rows of transactions that the latency limit skipped, and of those that failed. */
  skipped: number;
  failed: number;
  /** 6; 7 or 8 with lag (-R) or retries (--max-tries), which only a summary tells apart. */
  columns: number;
  clients: number;
  /** Share of the transactions that the log holds, by the numbers that each client gives them: 1 without --sampling-rate. */
  share: number | null;
  /** Latencies of the rows that were done; null without one. */
  latencies: LatencyHistogram | null;
  /** The same by script, in the order of the numbers that pgbench gives them; empty where there is one script. */
  scripts: { script: number; latencies: LatencyHistogram }[];
  /** Sum of the seventh column over the rows that were done; null without one. */
  seventhSum: number | null;
  firstSecond: number;
  lastSecond: number;
  firstLine: number;
  lastLine: number;
}
