import type { MetricId } from '../../../model/metric';
import type { LocatedFigures } from '../../../model/metrics/stalls';
import type { NumberAt } from '../../number-line';
import type { CommandLine } from './command-line';
import type { TestOptions } from './test-options';

/**
 * What the last summary of a log says, as printed: latencies in milliseconds, bandwidths in MiB/s. Which of them are
 * there depends on the version and the test.
 */
export interface SysbenchSummary {
  /** True for tests of a database: their throughput is `queries:` and nothing else. */
  isSql?: true;
  queries?: NumberAt;
  queriesPerS?: NumberAt;
  transactions?: NumberAt;
  transactionsPerS?: NumberAt;
  /** 0.4 and 0.5: statements without BEGIN and COMMIT. Of files: reads and writes without fsync. */
  rwRequests?: NumberAt;
  rwRequestsPerS?: NumberAt;
  otherPerS?: NumberAt;
  /** `ignored errors:`. */
  errors?: NumberAt;
  /** 0.4 and early 0.5 in place of ignored errors. */
  deadlocks?: NumberAt;
  reconnects?: NumberAt;
  reconnectsPerS?: NumberAt;
  /** Of errors or deadlocks. */
  errorsPerS?: NumberAt;
  /** `queries performed:`, in the order of the log. */
  readStatements?: NumberAt;
  writeStatements?: NumberAt;
  otherStatements?: NumberAt;
  allStatements?: NumberAt;
  elapsedS?: NumberAt;
  events?: NumberAt;
  eventsPerS?: NumberAt;
  /** Memory test. */
  operations?: NumberAt;
  operationsPerS?: NumberAt;
  mibPerS?: NumberAt;
  transferredMib?: NumberAt;
  /** File test. */
  readsPerS?: NumberAt;
  writesPerS?: NumberAt;
  fsyncsPerS?: NumberAt;
  readMibPerS?: NumberAt;
  writtenMibPerS?: NumberAt;
  latencyMinMs?: NumberAt;
  latencyAvgMs?: NumberAt;
  latencyMaxMs?: NumberAt;
  /** Means of the threads, of `Threads fairness`. */
  threadEvents?: NumberAt;
  executionS?: NumberAt;
  /** Of all events; since 1.0. */
  latencySumMs?: NumberAt;
  latencyPercentileMs?: NumberAt;
  /** 95 in `95th percentile:`. */
  percentile?: number;
}

export interface SysbenchLog extends CommandLine {
  type: 'sysbench';
  /** `sysbench 1.1.0-3ceba0b`; null when the log ends before its banner. */
  tool: string | null;
  /** Masked command line, null when the log has none. */
  command: string | null;
  /** From the line `8 CPUs` that run scripts write. */
  cores: number | null;
  /** What the head of the log says of the test. */
  options: TestOptions;
  /** Null when the log has no final summary. */
  summary: SysbenchSummary | null;
  /** Summaries in the log, checkpoints counted. */
  summaries: number;
  /** Of --report-interval=1. */
  perSecond: LocatedFigures | null;
  /** Rate of `sysbench fileio prepare`, MiB/s. */
  prepared: NumberAt | null;
  /** The first FATAL line. */
  fatal: { line: number; text: string } | null;
  lines: number;
  /** Further runs of the file. */
  others?: SysbenchLog[];
  /** They ran on one CPU each, the first too. */
  isPinned?: true;
}

/** A number of the summary, with its line. */
export type SummaryField = Exclude<keyof SysbenchSummary, 'percentile' | 'isSql'>;

/** A value of a summary that run scripts computed, with its line. In the metric's own unit. */
export interface MetValue {
  metric: MetricId;
  value: number;
  line: number;
}

/** One `sb.met` file: at most one value per metric. `throughput` is the o/s it divided by. */
export interface MetSummary {
  type: 'met';
  values: MetValue[];
}

/** The load step of a run: `Load seconds is 80 for 8 tables, .999 Mips, 999999 ips`. */
export interface PrepareLog {
  type: 'prepare';
  seconds: number | null;
  tables: number | null;
  insertsPerS: number | null;
  line: number;
}

/** `sb.r.qps.*`: what run scripts reported as QPS, one value for each concurrency, rounded. */
export interface QpsRow {
  type: 'qps';
  values: number[];
  line: number;
}
