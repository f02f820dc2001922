/**
 * Every formula behind a computed measurement, by name. `q` is the throughput of the test in its own unit, as
 * reported by the log or, for scans, as computed here; for TPROC-C it is NOPM / 60, new orders per second. Means are over real samples: repeated headers and vmstat's
 * since-boot row are left out.
 */
export const FORMULAS = {
  scan_krows_per_client: 'round((table size / 1000) / average latency in seconds)',
  events_per_s: 'total number of events / total time',
  file_operations: 'reads/s + writes/s + fsyncs/s',
  mean_us_sy: 'mean(us + sy) of vmstat',
  mean_cs: 'mean(cs) of vmstat',
  mean_reads: 'mean(r/s) of the device in iostat',
  mean_read_kb: 'mean(rkB/s) of the device in iostat',
  mean_writes: 'mean(w/s) of the device in iostat',
  mean_write_kb: 'mean(wkB/s) of the device in iostat',
  count_samples: 'number of samples the mean is taken over',
  count_failed_clients: 'virtual users that did not finish with success',
  count_error_lines: 'lines of the log that report a failed transaction',
  cpu_per_op: 'mean(us + sy) / q',
  cs_per_op: 'mean(cs) / q',
  reads_per_op: 'mean(r/s) / q',
  read_kb_per_op: 'mean(rkB/s) / q',
  write_kb_per_op: 'mean(wkB/s) / q',
  sum_over_jobs: 'sum over the jobs, and over reads and writes where a job does both',
  mean_over_jobs: 'mean over the jobs of what fio prints as the average of each',
  min_over_jobs: 'smallest value of the jobs',
  max_over_jobs: 'largest value of the jobs; of a percentile an upper bound for all jobs together',
  iops_times_block_size: 'IO/s × block size',
  sync_sum_per_job: 'printed value / jobs: the last row of a table holds the sum over the jobs',
  fsyncs_per_write: 'Innodb_data_fsyncs / Innodb_data_writes since the server started',
  client_inserts: 'rows inserted by all clients / seconds of the client that took longest',
  client_deletes: 'rows deleted by all clients / seconds of the client that took longest',
  client_queries: 'queries of all clients / seconds of the client that took longest',
  longest_client: 'seconds of the client that took longest',
  indexed_rows: 'rows of the table / seconds that creating its indexes took',
  insert_rate_target: 'inserts/s of one client, as the name of the step says × clients',
  slowest_response: 'largest response time of any client',
  rate_p50: 'rates of client 1, one a second, sorted from fast to slow: the one at 50% of the list',
  rate_p99: 'rates of client 1, one a second, sorted from fast to slow: the one at 99% of the list',
  writes_per_insert: 'mean(w/s) / insert rate',
  write_kb_per_insert: 'mean(wkB/s) / insert rate',
  cpu_us_per_op: 'mean(us + sy) / 100 × cores × 1,000,000 / q',
  stall_counts: 'sum of the stall counts of the last statistics, those `with_compaction` left out',
  report_write_amplification:
    '(compaction write + flush) / ingest of the last statistics, as in report.tsv: flushes count twice',
} as const;

export type FormulaName = keyof typeof FORMULAS;

/**
 * Scan rule since 2025-04-19: thousand rows per second of one client, rounded.
 *
 * @param tableSize rows of one table
 * @param latencyAvgMs average latency of a whole scan, above 0
 */
export function scanKrowsPerClient(tableSize: number, latencyAvgMs: number): number {
  return roundHalfEven(tableSize / latencyAvgMs);
}

/** Rounds to an integer as printf's `%.0f` does, which published tables were made with: 220.5 → 220, 221.5 → 222. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Scan rule before 2025-04-19: thousand rows per second of all clients together. */
export function scanKrowsTotal(tableSize: number, queriesPerS: number): number {
  return (tableSize * queriesPerS) / 1000;
}

/** `q` of TPROC-C: NOPM counts new orders of a minute, vmstat and iostat count by the second. */
export function newOrdersPerSecond(nopm: number): number {
  return nopm / 60;
}

/** CPU microseconds of one operation. `cpuPercent` is of all cores together, q is above 0. */
export function cpuMicrosPerOp(cpuPercent: number, cores: number, q: number): number {
  return ((cpuPercent / 100) * cores * 1e6) / q;
}
