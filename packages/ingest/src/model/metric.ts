/**
 * The metric registry: the one place that knows a metric's id, label, unit, direction and decimals.
 * Base units are seconds, bytes and operations per second; any other unit is in the id.
 */
export type Direction = 'higher-is-better' | 'lower-is-better' | 'none';

export interface Metric {
  id: MetricId;
  /** What the field calls it: QPS, cpu/o, cs/o, ... */
  label: string;
  unit: string;
  direction: Direction;
  /** Decimals of an absolute value on screen and in tables. */
  decimals: number;
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
) {
  return { id, label, unit, direction, decimals, description } as const;
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
  metric('latency_p95', 'p95', 's', lower, 5, '95th percentile of the latency of an event.'),
  metric('latency_p99', 'p99', 's', lower, 5, '99th percentile of the latency of an event.'),
  metric(
    'transactions_per_s',
    'transactions/s',
    'transactions/s',
    higher,
    2,
    'Transactions (sysbench events) per second. Not QPS: a transaction may hold many queries.',
  ),
  metric('errors', 'errors', 'errors', lower, 0, 'Ignored errors counted by the client.'),
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
  metric('iops', 'IOPS', 'IO/s', higher, 0, 'IO operations per second (fio).'),
  metric('mb_per_s', 'MB/s', 'MB/s', higher, 1, 'Bandwidth in MB per second (fio).'),
  metric(
    'sync_latency_us',
    'sync µs',
    'µs',
    lower,
    1,
    'Average latency of fsync or fdatasync in microseconds (fio).',
  ),
] as const;

export type MetricId = (typeof REGISTRY)[number]['id'];

/** Every metric by id, in the order of the registry. */
export const METRICS = Object.fromEntries(REGISTRY.map((entry) => [entry.id, entry])) as Record<
  MetricId,
  Metric
>;

export const METRIC_IDS: readonly MetricId[] = REGISTRY.map((entry) => entry.id);

/** The metrics of the compare page's switch, in the order people check them. */
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
