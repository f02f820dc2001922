import type { BenchmarkModel } from './benchmark-model';
import type { MetricId } from './metric';

/**
 * A mean over time divided by a rate: what one operation cost. Named like the metric it gives. `q` in its words is the
 * throughput of the test per second: in its own unit, as the log reports it or, for scans, as computed here.
 */
export interface Quotient {
  words: string;
  numerator: MetricId;
  denominator: 'throughput' | 'insert_rate';
  /** The numerator is percent of all cores, the quotient microseconds of CPU. */
  isCpuTime: boolean;
}

function quotient(numerator: MetricId, words: string): Quotient {
  return { words, numerator, denominator: 'throughput', isCpuTime: false };
}

/**
 * Every formula behind a computed measurement, by name: its words, or a quotient with its inputs. Means are over real
 * samples: repeated headers and vmstat's since-boot row are left out.
 */
const TABLE = {
  scan_krows_per_client: 'round((table size / 1000) / average latency in seconds)',
  scan_total_per_client: 'Krows/s of all clients, as the table prints them / clients',
  base_of_ratios: 'the base of the table of ratios, 1.00 by definition',
  scan_cost_per_client: 'cost of a Krow of all clients, as the table prints it × clients',
  events_per_s: 'total number of events / total time',
  file_operations: 'reads/s + writes/s + fsyncs/s',
  mean_us_sy: 'mean(us + sy) of vmstat',
  server_cpu_time: "CPU seconds of the server's processes × 1,000,000 / seconds",
  mean_cs: 'mean(cs) of vmstat',
  median_st: 'median(st) of vmstat',
  max_st: 'max(st) of vmstat',
  mean_reads: 'mean(r/s) of the device in iostat',
  mean_read_kb: 'mean(rkB/s) of the device in iostat',
  mean_writes: 'mean(w/s) of the device in iostat',
  mean_write_kb: 'mean(wkB/s) of the device in iostat',
  mean_read_wait: 'sum(r_await × r/s) / sum(r/s) of the device in iostat',
  mean_write_wait: 'sum(w_await × w/s) / sum(w/s) of the device in iostat',
  mean_read_size: 'mean(rkB/s) / mean(r/s) of the device in iostat',
  mean_write_size: 'mean(wkB/s) / mean(w/s) of the device in iostat',
  mean_queue: 'mean(aqu-sz) of the device in iostat',
  count_samples: 'number of samples the mean is taken over',
  count_failed_clients: 'virtual users that did not finish with success',
  count_aborted_clients: 'clients that lines of the log say aborted',
  transactions_of_orders:
    '(NOPM × minutes + failed new orders) × 2.3 - errors: 10 of 23 transactions are new orders',
  successful_ios: 'IOs that fio issued - those that failed',
  transactions_without_aborts: 'transactions - aborts, of the thread that prints them',
  failed_requests: 'aborted requests + unexpected SQL errors',
  count_error_lines: 'lines of the log that report a failed transaction',
  cpu_per_op: quotient('cpu_percent', 'mean(us + sy) / q'),
  server_cpu_us_per_op: quotient('server_cpu_us_per_s', "CPU µs of the server's processes per second / q"),
  ipc: 'instructions / cycles of perf stat',
  instructions_per_op: 'instructions of perf stat / its seconds / q; 10 s for lists of the run scripts',
  cycles_per_op: 'cycles of perf stat / its seconds / q; 10 s for lists of the run scripts',
  cache_misses_per_op: 'cache misses of perf stat / its seconds / q; 10 s for lists of the run scripts',
  branch_misses_per_op: 'branch misses of perf stat / its seconds / q; 10 s for lists of the run scripts',
  cs_per_op: quotient('cs_per_s', 'mean(cs) / q'),
  reads_per_op: quotient('reads_per_s', 'mean(r/s) / q'),
  read_kb_per_op: quotient('read_kb_per_s', 'mean(rkB/s) / q'),
  write_kb_per_op: quotient('write_kb_per_s', 'mean(wkB/s) / q'),
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
  worst_second:
    'slowest second / median second, without the first and the last, and without the start below half',
  seconds_cv: 'standard deviation / mean of the same seconds',
  seconds_p99: 'same seconds, sorted from fast to slow: the one at 99% of the list / median',
  seconds_p999: 'same seconds, sorted from fast to slow: the one at 99.9% of the list / median',
  longest_stall:
    'longest run of the same seconds under half of the median and 5 standard deviations of noise below it',
  rate_p50: 'rates of client 1, one a second, sorted from fast to slow: the one at 50% of the list',
  rate_p99: 'rates of client 1, one a second, sorted from fast to slow: the one at 99% of the list',
  writes_per_insert: { ...quotient('writes_per_s', 'mean(w/s) / insert rate'), denominator: 'insert_rate' },
  write_kb_per_insert: {
    ...quotient('write_kb_per_s', 'mean(wkB/s) / insert rate'),
    denominator: 'insert_rate',
  },
  cpu_us_per_op: {
    ...quotient('cpu_percent', 'mean(us + sy) / 100 × cores × 1,000,000 / q'),
    isCpuTime: true,
  },
  log_latency_min: 'smallest latency in the transaction log',
  log_latency_mean: 'mean of the latencies in the transaction log',
  log_latency_percentile:
    'percentile of the latencies in the transaction log, of a histogram whose buckets are 0.8% wide',
  log_latency_max: 'largest latency in the transaction log',
  interval_latency_min: 'smallest of the intervals of the aggregated log',
  interval_latency_mean: 'sum of the latencies / transactions, of all intervals of the aggregated log',
  interval_latency_stddev:
    'sqrt(sum of the squares / transactions - mean²), of all intervals of the aggregated log',
  interval_latency_max: 'largest of the intervals of the aggregated log',
  operations_by_run_time: 'operations of all kinds that succeeded / time of the run',
  successful_operations: 'sum of the operations that succeeded, over kinds and return codes',
  failed_operations: 'sum of the operations that did not succeed, over kinds and return codes',
  one_by_value: '1 / the number of the test, in seconds where that is a time',
  requests_by_elapsed: 'requests / measured seconds of the summary',
  mean_of_windows: 'mean of the throughput of the windows, of which the last one may be cut short',
  requests_of_windows: 'sum of the requests of the windows: throughput × seconds where no number is printed',
  requests_of_log: 'number of requests in the log of requests',
  window_latency_min: 'smallest latency of the windows',
  window_latency_mean: 'mean of the average latencies of the windows, each by its requests',
  window_latency_max: 'largest latency of the windows',
  per_minute: 'transactions per second × 60',
  transactions_per_minute: 'transactions that were done × 60 / seconds of the run',
  in_time_and_late: 'transactions in time + late ones',
  latency_sum_by_count: 'sum of the latencies / count',
  inverse_of_time: '1 / time of one operation',
  threads_by_time: 'threads / time of one operation of a thread',
  stall_counts: 'sum of the stall counts of the last statistics, those `with_compaction` left out',
  report_write_amplification:
    '(compaction write + flush) / ingest of the last statistics, as in report.tsv: flushes count twice',
} as const satisfies Record<string, string | Quotient>;

export type FormulaName = keyof typeof TABLE;

const FORMULAS: Readonly<Record<FormulaName, string | Quotient>> = TABLE;

type QuotientId = {
  [Name in FormulaName]: (typeof TABLE)[Name] extends Quotient ? Name : never;
}[FormulaName];

/** The formulas that are quotients, with the metric that each gives. */
export const QUOTIENTS = Object.entries(TABLE).flatMap(([id, formula]) =>
  typeof formula === 'string' ? [] : [{ id: id as QuotientId & MetricId, ...(formula as Quotient) }],
);

/** The quotient behind a computed metric; undefined where its formula is none. */
export function findQuotient(metric: MetricId): Quotient | undefined {
  return QUOTIENTS.find(({ id }) => id === metric);
}

/**
 * Value of a quotient.
 *
 * @param mean the numerator
 * @param rate the denominator, operations per second
 * @returns null where an input is missing or the rate is 0
 */
export function divide(
  { isCpuTime }: Quotient,
  { mean, rate, cores }: { mean: number | null; rate: number | null; cores: number | null },
): number | null {
  if (mean === null || rate === null || rate <= 0) return null;
  if (!isCpuTime) return mean / rate;
  return cores === null ? null : cpuMicros(mean, cores) / rate;
}

/** `q`: throughput as operations per second. NOPM counts new orders of a minute, vmstat and iostat count by the second. */
export function perSecond({ throughputSeconds = 1 }: BenchmarkModel, throughput: number): number {
  return throughput / throughputSeconds;
}

/** A formula in words, `q` as the benchmark calls it: `mean(cs) / (NOPM / 60)`. */
export function formulaWords(name: FormulaName, benchmark: BenchmarkModel): string {
  const formula = FORMULAS[name];
  if (typeof formula === 'string') return formula;
  return formula.words.replace(/\bq\b/, rateText(benchmark, benchmark.throughputLabel));
}

/** `QPS`, `(NOPM / 60)`. */
export function rateText({ throughputSeconds = 1 }: BenchmarkModel, throughput: string): string {
  return throughputSeconds === 1 ? throughput : `(${throughput} / ${throughputSeconds})`;
}

export function isFormulaName(name: string): name is FormulaName {
  return Object.hasOwn(FORMULAS, name);
}

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

/** Microseconds of CPU in a second of `percent` of all cores together. */
export function cpuMicros(percent: number, cores: number): number {
  return (percent / 100) * cores * 1e6;
}
