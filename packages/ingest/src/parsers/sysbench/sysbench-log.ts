/** A number and the line it was read from. */
export interface Located {
  value: number;
  line: number;
}

/** What the last summary of a log says. Latencies in milliseconds, as printed. */
export interface SysbenchSummary {
  queries?: Located;
  queriesPerS?: Located;
  transactions?: Located;
  transactionsPerS?: Located;
  errors?: Located;
  elapsedS?: Located;
  eventsPerS?: Located;
  latencyMinMs?: Located;
  latencyAvgMs?: Located;
  latencyMaxMs?: Located;
  latencyPercentileMs?: Located;
  /** 95 in `95th percentile:`. */
  percentile?: number;
}

export interface SysbenchLog {
  type: 'sysbench';
  /** `sysbench 1.1.0-3ceba0b`; null when the log ends before its banner. */
  tool: string | null;
  /** Masked command line, null when the log has none. */
  command: string | null;
  /** From the line `8 CPUs` that run scripts write. */
  cores: number | null;
  threads: number | null;
  tables: number | null;
  tableSize: number | null;
  seconds: number | null;
  /** Lua script or built-in test of the command line: `oltp_point_select`. */
  script: string | null;
  /** Null when the log has no final summary. */
  summary: SysbenchSummary | null;
  /** Summaries in the log, checkpoints counted. */
  summaries: number;
  /** The first FATAL line. */
  fatal: { line: number; text: string } | null;
  lines: number;
}
