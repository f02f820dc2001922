import type { MetricId } from '../../../model/metric';
import type { NumberAt } from '../../number-line';
import type { ParsedLog } from '../../parser';

/** What one summary.json says; null where it does not say. */
export interface BenchbaseSummary {
  /** `smallbank`; `tpcc,chbenchmark` of two at once. */
  benchmark: string | null;
  /** `POSTGRES`, as the configuration calls it. */
  dbms: string | null;
  /** What the server said: `PostgreSQL 14.2 on x86_64-pc-linux-gnu, ...`. */
  version: string | null;
  /** `EXIT` after a run that was not aborted. BenchBase before 2023 and OLTPBench do not print it. */
  finalState: { text: string; line: number } | null;
  isolation: string | null;
  /** As printed. */
  scaleFactor: string | null;
  terminals: number | null;
  /** Requests/s: measured requests / elapsed time. */
  throughput: NumberAt | null;
  /** Requests/s that completed, over the same time. */
  goodput: NumberAt | null;
  requests: NumberAt | null;
  /** Seconds. */
  elapsed: NumberAt | null;
  /** Seconds, by metric. */
  latencies: Map<MetricId, NumberAt>;
  /** False when the file ends within it, or a line of it is no JSON. */
  isWhole: boolean;
  line: number;
}

export interface BenchbaseLog extends ParsedLog {
  type: 'benchbase';
  summaries: BenchbaseSummary[];
}

export function newSummary(line: number): BenchbaseSummary {
  return {
    benchmark: null,
    dbms: null,
    version: null,
    finalState: null,
    isolation: null,
    scaleFactor: null,
    terminals: null,
    throughput: null,
    goodput: null,
    requests: null,
    elapsed: null,
    latencies: new Map(),
    isWhole: false,
    line,
  };
}
