/**
 * The metric registry: the one place that knows a metric's id, label, unit, direction and decimals.
 * Base units are seconds, bytes and operations per second; any other unit is in the id.
 */
export type Direction = 'higher-is-better' | 'lower-is-better' | 'none';

/** The unit that a value is shown in: stored value × factor. */
export interface ShownAs {
  unit: string;
  factor: number;
  decimals: number;
}

const MEGABYTES_PER_S: ShownAs = { unit: 'MB/s', factor: 1e-6, decimals: 1 };
const GIGABYTES: ShownAs = { unit: 'GB', factor: 1e-9, decimals: 1 };
const MICROSECONDS: ShownAs = { unit: 'µs', factor: 1e6, decimals: 1 };

export interface Metric {
  id: MetricId;
  /** What the field calls it: QPS, cpu/o, cs/o, ... */
  label: string;
  unit: string;
  direction: Direction;
  /** Decimals of an absolute value on screen and in tables, of the value as it is stored. */
  decimals: number;
  /** How people read it when that is not the stored unit: bytes/s as MB/s. */
  shown: ShownAs | null;
  /** One sentence: what it counts and how it is computed. */
  description: string;
}

const higher = 'higher-is-better';
const lower = 'lower-is-better';

function metric<const Id extends string>(
  id: Id,
  label: string,
  unit: string,
  direction: Direction,
  decimals: number,
  description: string,
  shown: ShownAs | null = null,
) {
  return { id, label, unit, direction, decimals, description, shown } as const;
}

const REGISTRY = [
  metric(
    'throughput',
    'QPS',
    'operations/s',
    higher,
    0,
    'Operations per second. The unit of the test says which operation: queries, Krows per client (scan), inserts, IOs.',
  ),
  metric(
    'cpu_per_op',
    'cpu/o',
    '% of all cores per operation',
    lower,
    6,
    'mean(us + sy) / throughput from vmstat. Compares versions on one server, not servers.',
  ),
  metric(
    'cs_per_op',
    'cs/o',
    'context switches per operation',
    lower,
    3,
    'mean(cs) / throughput from vmstat.',
  ),
  metric(
    'reads_per_op',
    'r/o',
    'storage reads per operation',
    lower,
    3,
    'mean(r/s) / throughput from iostat.',
  ),
  metric(
    'read_kb_per_op',
    'rKB/o',
    'KB read per operation',
    lower,
    3,
    'mean(rkB/s) / throughput from iostat.',
  ),
  metric(
    'write_kb_per_op',
    'wKB/o',
    'KB written per operation',
    lower,
    3,
    'mean(wkB/s) / throughput from iostat.',
  ),
  metric(
    'cpu_us_per_op',
    'CPU µs/o',
    'CPU microseconds per operation',
    lower,
    1,
    '(us + sy) / 100 × cores × 1e6 / throughput. May be compared between servers.',
  ),
  metric('latency_min', 'min', 's', lower, 5, 'Smallest latency of an event.'),
  metric('latency_avg', 'avg', 's', lower, 5, 'Average latency of an event.'),
  metric('latency_max', 'max', 's', lower, 5, 'Largest latency of an event.'),
  metric('latency_p50', 'p50', 's', lower, 5, 'Median latency of an event.'),
  metric('latency_p75', 'p75', 's', lower, 5, '75th percentile of the latency of an event.'),
  metric('latency_p90', 'p90', 's', lower, 5, '90th percentile of the latency of an event.'),
  metric('latency_p95', 'p95', 's', lower, 5, '95th percentile of the latency of an event.'),
  metric('latency_p99', 'p99', 's', lower, 5, '99th percentile of the latency of an event.'),
  metric('latency_p999', 'p99.9', 's', lower, 5, '99.9th percentile of the latency of an event.'),
  metric('latency_p9999', 'p99.99', 's', lower, 5, '99.99th percentile of the latency of an event.'),
  metric(
    'transactions_per_s',
    'transactions/s',
    'transactions/s',
    higher,
    2,
    'Transactions (sysbench events) per second. Not QPS: a transaction may hold many queries.',
  ),
  metric(
    'errors',
    'errors',
    'errors',
    lower,
    0,
    'Errors that the client counted and went on after; of sysbench 0.4 and early 0.5 its deadlocks.',
  ),
  metric('elapsed', 'elapsed', 's', 'none', 1, 'Measured time, without warm-up.'),
  metric(
    'samples_vmstat',
    'vmstat samples',
    'samples',
    'none',
    0,
    'Samples of vmstat that a mean was taken over.',
  ),
  metric(
    'samples_iostat',
    'iostat samples',
    'samples',
    'none',
    0,
    'Samples of iostat that a mean was taken over.',
  ),
  metric('cpu_percent', 'CPU', '% of all cores', 'none', 1, 'mean(us + sy) from vmstat.'),
  metric('cs_per_s', 'cs/s', 'context switches/s', 'none', 0, 'mean(cs) from vmstat.'),
  metric('reads_per_s', 'r/s', 'reads/s', 'none', 1, 'mean(r/s) of the device from iostat.'),
  metric('read_kb_per_s', 'rkB/s', 'KB/s', 'none', 1, 'mean(rkB/s) of the device from iostat.'),
  metric('writes_per_s', 'w/s', 'writes/s', 'none', 1, 'mean(w/s) of the device from iostat.'),
  metric('write_kb_per_s', 'wkB/s', 'KB/s', 'none', 1, 'mean(wkB/s) of the device from iostat.'),
  // fio, db_bench and sysbench's fileio and memory tests.
  metric(
    'bandwidth',
    'MB/s',
    'B/s',
    higher,
    0,
    'Bytes read and written per second by the test.',
    MEGABYTES_PER_S,
  ),
  metric(
    'read_bandwidth',
    'read MB/s',
    'B/s',
    higher,
    0,
    'Bytes read per second by the test.',
    MEGABYTES_PER_S,
  ),
  metric(
    'write_bandwidth',
    'written MB/s',
    'B/s',
    higher,
    0,
    'Bytes written per second by the test.',
    MEGABYTES_PER_S,
  ),
  metric('sync_latency_avg', 'sync', 's', lower, 6, 'Average latency of fsync or fdatasync.', MICROSECONDS),
  metric(
    'sync_latency_max',
    'sync max',
    's',
    lower,
    6,
    'Largest latency of fsync or fdatasync.',
    MICROSECONDS,
  ),
  metric(
    'sync_latency_p50',
    'sync p50',
    's',
    lower,
    6,
    'Median latency of fsync or fdatasync.',
    MICROSECONDS,
  ),
  metric(
    'sync_latency_p95',
    'sync p95',
    's',
    lower,
    6,
    '95th percentile of the latency of fsync or fdatasync.',
    MICROSECONDS,
  ),
  metric(
    'sync_latency_p99',
    'sync p99',
    's',
    lower,
    6,
    '99th percentile of the latency of fsync or fdatasync.',
    MICROSECONDS,
  ),
  metric(
    'sync_latency_p999',
    'sync p99.9',
    's',
    lower,
    6,
    '99.9th percentile of the latency of fsync or fdatasync.',
    MICROSECONDS,
  ),
  // TPROC-C.
  metric(
    'tpm',
    'TPM',
    'transactions/min',
    'none',
    0,
    'Database transactions per minute. Counted differently by each product: shown, never compared.',
  ),
  metric(
    'failed_clients',
    'failed clients',
    'clients',
    lower,
    0,
    'Clients (virtual users) that failed during the test.',
  ),
  metric(
    'rw_requests_per_s',
    'r/w requests/s',
    'requests/s',
    higher,
    0,
    'Read and write requests per second of sysbench 0.4 and 0.5. BEGIN and COMMIT are not in it, so it is not QPS.',
  ),
  metric('reconnects', 'reconnects', 'reconnects', lower, 0, 'Reconnects counted by the client.'),
  // Insert Benchmark.
  metric(
    'insert_rate',
    'inserts/s',
    'inserts/s',
    higher,
    0,
    'Rows inserted per second by all clients: in the background of a query step; in a load by the clock of the clients, without their start.',
  ),
  metric(
    'insert_rate_target',
    'insert target',
    'inserts/s',
    'none',
    0,
    'Inserts per second that a query step must sustain.',
  ),
  metric('delete_rate', 'deletes/s', 'deletes/s', higher, 0, 'Rows deleted per second by all clients.'),
  metric(
    'query_rate',
    'queries/s',
    'queries/s',
    higher,
    0,
    'Queries per second by all clients, by their own clock, without their start.',
  ),
  metric('rate_p50', 'rate p50', 'operations/s', higher, 0, 'Median of the per-second rate of one client.'),
  metric(
    'rate_p99',
    'rate p99',
    'operations/s',
    higher,
    0,
    'Per-second rate of one client that 99% of the seconds reach.',
  ),
  metric(
    'writes_per_insert',
    'w/i',
    'storage writes per insert',
    lower,
    3,
    'mean(w/s) / insert rate from iostat.',
  ),
  metric(
    'write_kb_per_insert',
    'wKB/i',
    'KB written per insert',
    lower,
    3,
    'mean(wkB/s) / insert rate from iostat.',
  ),
  // Sizes and what the engine paid.
  metric(
    'write_amplification',
    'w-amp',
    'bytes written per byte ingested',
    lower,
    1,
    'Bytes written to storage by flushes and compactions per byte ingested.',
  ),
  metric('stall_percent', 'stall%', '% of the time', lower, 1, 'Share of the time that writes were stalled.'),
  metric('stall_count', 'stalls', 'stalls', lower, 0, 'Write stalls.'),
  metric('lsm_size', 'LSM size', 'B', lower, 0, 'Size of the LSM tree at the end of the test.', GIGABYTES),
  metric(
    'blob_size',
    'blob size',
    'B',
    lower,
    0,
    'Size of the blob files at the end of the test.',
    GIGABYTES,
  ),
  metric('compaction_write', 'compaction written', 'B', lower, 0, 'Bytes written by compactions.', GIGABYTES),
  metric(
    'compaction_rate',
    'compaction MB/s',
    'B/s',
    'none',
    0,
    'Bytes per second written by compactions.',
    MEGABYTES_PER_S,
  ),
  metric('compaction_seconds', 'compaction s', 's', lower, 0, 'Wall clock time of all compactions.'),
  metric('compaction_cpu', 'compaction CPU', 's', lower, 0, 'CPU time of all compactions.'),
  metric('uptime', 'uptime', 's', 'none', 1, 'Time since the database was opened.'),
  metric('rss', 'RSS', 'B', lower, 0, 'Largest resident set size of the server process.', GIGABYTES),
  metric(
    'db_size',
    'database size',
    'B',
    lower,
    0,
    'Size of the database at the end of the test.',
    GIGABYTES,
  ),
  metric(
    'data_size',
    'data size',
    'B',
    lower,
    0,
    'Size of the data directory at the end of the test.',
    GIGABYTES,
  ),
  metric('user_cpu', 'user CPU', 's', lower, 1, 'User CPU time of the process.'),
  metric('system_cpu', 'system CPU', 's', lower, 1, 'System CPU time of the process.'),
  metric(
    'fsyncs_per_write',
    'fsyncs/write',
    'fsyncs per data write',
    lower,
    3,
    'Innodb_data_fsyncs / Innodb_data_writes from SHOW GLOBAL STATUS.',
  ),
] as const;

export type MetricId = (typeof REGISTRY)[number]['id'];

/** Every metric by id, in the order of the registry. */
export const METRICS = Object.fromEntries(REGISTRY.map((entry) => [entry.id, entry])) as Record<
  MetricId,
  Metric
>;

export const METRIC_IDS: readonly MetricId[] = REGISTRY.map((entry) => entry.id);

/** The metrics of published per-operation tables (`o.met.*`), in the order people check them. */
export const HEATMAP_METRICS = [
  'throughput',
  'cpu_per_op',
  'cs_per_op',
  'reads_per_op',
  'read_kb_per_op',
  'write_kb_per_op',
] as const satisfies readonly MetricId[];

export type HeatmapMetricId = (typeof HEATMAP_METRICS)[number];

export function isMetricId(id: string): id is MetricId {
  return Object.hasOwn(METRICS, id);
}
