import type { MetricId } from '../../../model/metric';

const METRICS: Readonly<Record<number, MetricId>> = {
  50: 'latency_p50',
  75: 'latency_p75',
  90: 'latency_p90',
  95: 'latency_p95',
  99: 'latency_p99',
};

/** The metric of a percentile that --percentile asked for; null when there is none, as for 100. */
export function percentileMetric(percentile: number): MetricId | null {
  return METRICS[percentile] ?? null;
}
