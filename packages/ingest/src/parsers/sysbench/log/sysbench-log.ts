import type { CommandLine } from './command-line';
import type { TestOptions } from './test-options';

/** A number and the line it was read from. */
export interface Located {
  value: number;
  line: number;
}

/**
 * What the last summary of a log says, as printed: latencies in milliseconds, bandwidths in MiB/s. Which of them are
 * there depends on the version and the test.
 */
export interface SysbenchSummary {
  /** True for tests of a database: their throughput is `queries:` and nothing else. */
  isSql?: true;
  queries?: Located;
  queriesPerS?: Located;
  transactions?: Located;
  transactionsPerS?: Located;
  /** 0.4 and 0.5: statements without BEGIN and COMMIT. Of files: reads and writes without fsync. */
  rwRequests?: Located;
  rwRequestsPerS?: Located;
  otherPerS?: Located;
  /** `ignored errors:`. */
  errors?: Located;
  /** 0.4 and early 0.5 in place of ignored errors. */
  deadlocks?: Located;
  reconnects?: Located;
  reconnectsPerS?: Located;
  /** Of errors or deadlocks. */
  errorsPerS?: Located;
  /** `queries performed:`, in the order of the log. */
  readStatements?: Located;
  writeStatements?: Located;
  otherStatements?: Located;
  allStatements?: Located;
  elapsedS?: Located;
  events?: Located;
  eventsPerS?: Located;
  /** Memory test. */
  operations?: Located;
  operationsPerS?: Located;
  mibPerS?: Located;
  transferredMib?: Located;
  /** File test. */
  readsPerS?: Located;
  writesPerS?: Located;
  fsyncsPerS?: Located;
  readMibPerS?: Located;
  writtenMibPerS?: Located;
  latencyMinMs?: Located;
  latencyAvgMs?: Located;
  latencyMaxMs?: Located;
  /** Means of the threads, of `Threads fairness`. */
  threadEvents?: Located;
  executionS?: Located;
  /** Of all events; since 1.0. */
  latencySumMs?: Located;
  latencyPercentileMs?: Located;
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
  /** Rate of `sysbench fileio prepare`, MiB/s. */
  prepared: Located | null;
  /** The first FATAL line. */
  fatal: { line: number; text: string } | null;
  lines: number;
  /** Executions on the CPUs after the first, of a log that holds one for each CPU. */
  others?: SysbenchLog[];
}

/** A number of the summary, with its line. */
export type SummaryField = Exclude<keyof SysbenchSummary, 'percentile' | 'isSql'>;
