import { higher, lower, type MetricEntry, MILLISECONDS, metric, type ShownAs } from './metric-entry';
import { CLIENT_METRICS } from './metrics/client';
import { COST_METRICS, CPU_TIME_METRIC, SERVER_CPU_METRIC } from './metrics/costs';
import { COUNTER_METRICS } from './metrics/counters';
import { LATENCY_METRICS } from './metrics/latencies';
import { STORAGE_METRICS } from './metrics/storage';
import { TRANSACTION_METRICS } from './metrics/transactions';
import { isOpenMetric, type OpenMetricId, readOpenMetric } from './open-metric';

/** Means of vmstat and iostat while a test ran: what the costs per operation are computed from. */
const HOST_METRICS = [
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
  metric(
    'steal',
    'stolen time',
    '% of all cores',
    'none',
    0,
    'median(st) from vmstat: CPU that the host of a virtual machine withheld. Above 2% a test is not judged.',
  ),
  metric(
    'steal_max',
    'most stolen time',
    '% of all cores',
    'none',
    0,
    'max(st) from vmstat. Above 0 in any sample the machine is a virtual one.',
  ),
  metric(
    'server_cpu_us_per_s',
    'server CPU',
    'CPU microseconds/s',
    'none',
    0,
    "CPU time of the server's own processes / seconds.",
  ),
  metric('cs_per_s', 'cs/s', 'context switches/s', 'none', 0, 'mean(cs) from vmstat.'),
  metric('reads_per_s', 'r/s', 'reads/s', 'none', 1, 'mean(r/s) of the device from iostat.'),
  metric('read_kb_per_s', 'rkB/s', 'KB/s', 'none', 1, 'mean(rkB/s) of the device from iostat.'),
  metric('writes_per_s', 'w/s', 'writes/s', 'none', 1, 'mean(w/s) of the device from iostat.'),
  metric('write_kb_per_s', 'wkB/s', 'KB/s', 'none', 1, 'mean(wkB/s) of the device from iostat.'),
  metric(
    'read_await',
    'rawait',
    's',
    lower,
    6,
    'Mean time of a read of the device, with its wait in the queue: r_await of iostat, weighted by r/s.',
    MILLISECONDS,
  ),
  metric(
    'write_await',
    'wawait',
    's',
    lower,
    6,
    'Mean time of a write of the device, with its wait in the queue: w_await of iostat, weighted by w/s.',
    MILLISECONDS,
  ),
  metric(
    'read_size',
    'rareq-sz',
    'KB',
    'none',
    1,
    'Mean size of a read: mean(rkB/s) / mean(r/s) of the device from iostat.',
  ),
  metric(
    'write_size',
    'wareq-sz',
    'KB',
    'none',
    1,
    'Mean size of a write: mean(wkB/s) / mean(w/s) of the device from iostat.',
  ),
  metric('queue_size', 'aqu-sz', 'requests', lower, 2, 'mean(aqu-sz) of the device from iostat.'),
] as const;

/** What the storage did while a test ran: the means of iostat. */
export const STORAGE_RATES = [
  'reads_per_s',
  'read_kb_per_s',
  'writes_per_s',
  'write_kb_per_s',
  'read_await',
  'write_await',
  'read_size',
  'write_size',
  'queue_size',
] as const;

const NANOSECONDS: ShownAs = { unit: 'ns', factor: 1e9, decimals: 2 };

/** What tools that measure one operation print: Google Benchmark, go test -bench, JMH. */
const MICRO_BENCHMARK_METRICS = [
  metric(
    'time_per_op',
    'time/op',
    's',
    lower,
    11,
    'Time of one operation, as the tool prints it. The throughput is computed of it.',
    NANOSECONDS,
  ),
  metric(
    'cpu_time_per_op',
    'CPU time/op',
    's',
    lower,
    11,
    'CPU time of one operation, as the tool prints it.',
    NANOSECONDS,
  ),
  metric(
    'alloc_bytes_per_op',
    'alloc B/op',
    'bytes allocated per operation',
    lower,
    0,
    'Bytes that one operation allocates on the heap.',
  ),
  metric(
    'allocs_per_op',
    'allocs/op',
    'allocations per operation',
    lower,
    0,
    'Allocations that one operation makes on the heap.',
  ),
  metric(
    'iterations',
    'iterations',
    'iterations',
    'none',
    0,
    'Operations of one measurement: the time of an operation is a mean over them.',
  ),
] as const;

/** Request counts of BenchBase other than their rate. */
const REQUEST_METRICS = [
  metric(
    'goodput',
    'goodput',
    'requests/s',
    higher,
    0,
    'Requests per second that completed. Counted apart from the throughput, it may be slightly above it.',
  ),
  metric('requests', 'requests', 'requests', 'none', 0, 'Requests that were measured, of all outcomes.'),
] as const;

/** Counts of key-value clients other than their rate. */
const OPERATION_METRICS = [
  metric(
    'operations',
    'operations',
    'operations',
    'none',
    0,
    'Operations that the client counted: those that succeeded; as the first versions of YCSB report them, all.',
  ),
] as const;

export type { Direction } from './metric-entry';
export * from './open-metric';

const THROUGHPUT = metric(
  'throughput',
  'QPS',
  'operations/s',
  higher,
  0,
  'Operations per second. The unit of the test names the operation: queries, Krows per client (scan), inserts, IOs.',
);

/**
 * The metric registry: the one place that knows a metric's id, label, unit, direction and decimals. Lists of metrics are
 * made of it. Base units are seconds, bytes and operations per second; any other unit is in the id.
 */
const REGISTRY = [
  THROUGHPUT,
  ...COST_METRICS,
  SERVER_CPU_METRIC,
  CPU_TIME_METRIC,
  ...COUNTER_METRICS,
  ...LATENCY_METRICS,
  ...CLIENT_METRICS,
  ...HOST_METRICS,
  ...STORAGE_METRICS,
  ...OPERATION_METRICS,
  ...TRANSACTION_METRICS,
  ...REQUEST_METRICS,
  ...MICRO_BENCHMARK_METRICS,
] as const;

/** A metric of the registry. */
export type KnownMetricId = (typeof REGISTRY)[number]['id'];
/** A metric of the registry, or one that a tool of the open format brings. */
export type MetricId = KnownMetricId | OpenMetricId;
export type Metric = MetricEntry<MetricId>;

/** The metrics of the registry by id, in its order. Of any metric that is stored, `metricOf` knows. */
export const METRICS = Object.fromEntries(REGISTRY.map((entry) => [entry.id, entry])) as Record<
  KnownMetricId,
  Metric
>;

/** Metrics of the open format that were asked for: their ids are read once. */
const open = new Map<string, Metric>();
/** Whoever sends new names for ever does not fill the memory. */
const MAX_OPEN_KEPT = 10_000;

export const METRIC_IDS: readonly KnownMetricId[] = REGISTRY.map(({ id }) => id);

/**
 * What is known of a metric: its entry in the registry, or what the id of an open one says.
 *
 * @throws RangeError for an id that is neither
 */
export function metricOf(id: MetricId): Metric {
  const found = isKnownMetric(id) ? METRICS[id] : open.get(id);
  if (found) return found;
  const read = readOpenMetric(id);
  if (!read) throw new RangeError(`"${id}" is not a metric`);
  if (open.size >= MAX_OPEN_KEPT) open.clear();
  open.set(id, read);
  return read;
}

/** Those metrics in the order of the registry; open ones follow, by name. */
export function inMetricOrder(ids: Iterable<MetricId>): MetricId[] {
  const wanted = new Set(ids);
  const others = [...wanted].filter(isOpenMetric);
  return [
    ...METRIC_IDS.filter((id) => wanted.has(id)),
    ...others.sort((a, b) => metricOf(a).label.localeCompare(metricOf(b).label, 'en') || (a < b ? -1 : 1)),
  ];
}

/** Costs per operation on one server. cpu/o is percent of all cores, so servers differ in it. */
export const COSTS = COST_METRICS.map(({ id }) => id);
export type CostId = (typeof COSTS)[number];

/** CPU per operation in the server's own processes, where it was recorded. */
export const SERVER_CPU = SERVER_CPU_METRIC.id;

/** Costs per operation that mean the same on every server. */
export const COSTS_ACROSS_SERVERS = [
  CPU_TIME_METRIC.id,
  ...COSTS.filter((id) => id !== 'cpu_per_op'),
] as const;

/** The metrics of published per-operation tables (`o.met.*`): throughput and its costs. */
export const HEATMAP_METRICS: readonly HeatmapMetricId[] = ['throughput', ...COSTS];
export type HeatmapMetricId = 'throughput' | CostId;

/** Latencies, fast to slow. */
export const LATENCIES = LATENCY_METRICS.map(({ id }) => id);

/** The percentiles of a latency in the registry, from low to high: `[99.9, 'latency_p999']`. */
export function percentilesOf(latency: 'latency' | 'sync_latency'): (readonly [percent: number, MetricId])[] {
  const form = new RegExp(`^${latency}_p(\\d\\d)(\\d*)$`);
  return Object.values(METRICS)
    .flatMap(({ id }) => {
      const [, whole, part = ''] = form.exec(id) ?? [];
      return whole === undefined ? [] : [[Number(`${whole}.${part}`), id] as const];
    })
    .sort(([a], [b]) => a - b);
}

const PERCENTILES = new Map(percentilesOf('latency'));

/** The metric of a latency's percentile, such as 99.9; null when the registry has none. */
export function percentileMetric(percent: number): MetricId | null {
  return PERCENTILES.get(percent) ?? null;
}

/** Latencies of operations that people look at first. */
export const MAIN_LATENCIES = ['latency_avg', 'latency_p95', 'latency_p99', 'latency_max'] as const;

/** True for a metric of the registry. */
function isKnownMetric(id: string): id is KnownMetricId {
  return Object.hasOwn(METRICS, id);
}

export function isMetricId(id: string): id is MetricId {
  return isKnownMetric(id) || readOpenMetric(id) !== null;
}

/** True for the throughput and its costs per operation. */
export function isHeatmapMetric(metric: MetricId): metric is HeatmapMetricId {
  return HEATMAP_METRICS.some((id) => id === metric);
}

/** True for a latency. */
export function isLatency(metric: MetricId): boolean {
  return LATENCIES.some((id) => id === metric);
}

/** True for a mean of vmstat or iostat. */
export function isHostMean(metric: MetricId): boolean {
  return HOST_METRICS.some(({ id }) => id === metric);
}
