import type { ParsedLog } from '../../parser';
import type { LatencyHistogram } from '../../pgbench/transaction-log/latency-histogram';

/** `raw.csv`: one row a request. */
export interface BenchbaseRaw extends ParsedLog {
  type: 'benchbase-raw';
  rows: number;
  /** By name; in microseconds. Never empty histograms. */
  transactions: { name: string; latencies: LatencyHistogram }[];
  firstLine: number;
  lastLine: number;
}
