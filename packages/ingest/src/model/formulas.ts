/**
 * Every formula behind a computed measurement, by name. `q` is the throughput of the test in its own unit, as
 * reported by the log or, for scans, as computed here. Means are over real samples: repeated headers and vmstat's
 * since-boot row are left out.
 */
export const FORMULAS = {
  scan_krows_per_client: 'round((table size / 1000) / average latency in seconds)',
  mean_us_sy: 'mean(us + sy) of vmstat',
  mean_cs: 'mean(cs) of vmstat',
  mean_reads: 'mean(r/s) of the device in iostat',
  mean_read_kb: 'mean(rkB/s) of the device in iostat',
  mean_writes: 'mean(w/s) of the device in iostat',
  mean_write_kb: 'mean(wkB/s) of the device in iostat',
  count_samples: 'number of samples the mean is taken over',
  cpu_per_op: 'mean(us + sy) / q',
  cs_per_op: 'mean(cs) / q',
  reads_per_op: 'mean(r/s) / q',
  read_kb_per_op: 'mean(rkB/s) / q',
  write_kb_per_op: 'mean(wkB/s) / q',
  cpu_us_per_op: 'mean(us + sy) / 100 × cores × 1,000,000 / q',
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

/** CPU microseconds of one operation. `cpuPercent` is of all cores together, q is above 0. */
export function cpuMicrosPerOp(cpuPercent: number, cores: number, q: number): number {
  return ((cpuPercent / 100) * cores * 1e6) / q;
}
