import { higher, type MetricEntry, metric } from './metric-entry';
import { CLIENT_METRICS } from './metrics/client';
import { COST_METRICS, CPU_TIME_METRIC, SERVER_CPU_METRIC } from './metrics/costs';
import { HOST_METRICS } from './metrics/host-means';
import { LATENCY_METRICS } from './metrics/latencies';
import { OPERATION_METRICS } from './metrics/operations';
import { REQUEST_METRICS } from './metrics/requests';
import { STORAGE_METRICS } from './metrics/storage';
import { TRANSACTION_METRICS } from './metrics/transactions';

export type { Direction } from './metric-entry';

const THROUGHPUT = metric(
  'throughput',
  'QPS',
  'operations/s',
  higher,
  0,
  'Operations per second. The unit of the test says which operation: queries, Krows per client (scan), inserts, IOs.',
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
  ...LATENCY_METRICS,
  ...CLIENT_METRICS,
  ...HOST_METRICS,
  ...STORAGE_METRICS,
  ...OPERATION_METRICS,
  ...TRANSACTION_METRICS,
  ...REQUEST_METRICS,
] as const;

export type MetricId = (typeof REGISTRY)[number]['id'];
export type Metric = MetricEntry<MetricId>;

/** Every metric by id, in the order of the registry. */
export const METRICS = Object.fromEntries(REGISTRY.map((entry) => [entry.id, entry])) as Record<
  MetricId,
  Metric
>;

export const METRIC_IDS: readonly MetricId[] = REGISTRY.map(({ id }) => id);

/** Costs per operation on one server. cpu/o is percent of all cores, so servers differ in it. */
export const COSTS = COST_METRICS.map(({ id }) => id);
export type CostId = (typeof COSTS)[number];

/** CPU of one operation in the server's own processes, where somebody recorded it. */
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

/** Latencies of operations that people look at first. */
export const MAIN_LATENCIES = ['latency_avg', 'latency_p95', 'latency_p99', 'latency_max'] as const;

export function isMetricId(id: string): id is MetricId {
  return Object.hasOwn(METRICS, id);
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
