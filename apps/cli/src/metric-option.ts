import { findMetric, metricName } from '@basecase/analysis';
import {
  type BenchmarkId,
  HEATMAP_METRICS,
  METRIC_IDS,
  type MetricId,
  metricLabel,
  metricOf,
} from '@basecase/ingest/model';
import { InvalidArgumentError } from 'commander';

/** A metric, or the table of all that people look at. */
export type MetricChoice = MetricId | 'all';

const COMMON: readonly string[] = [...HEATMAP_METRICS.map(metricName), 'all'];

/**
 * What `--metric` means: a metric as tables call it (`cpu/o`, `p99`, `NOPM`), its id (`latency_p99`), or `all`.
 *
 * @throws InvalidArgumentError for anything else, with the choices
 */
export function parseMetric(text: string): MetricChoice {
  if (text.toLowerCase() === 'all') return 'all';
  const found = findMetric(text);
  if (found) return found;
  throw new InvalidArgumentError(`Choose ${COMMON.join(', ')}, or one of ${METRIC_IDS.join(', ')}.`);
}

/** A metric as people of the benchmark call it. */
export function describeMetric(metric: MetricChoice, benchmark: BenchmarkId): string {
  return metric === 'all' ? 'any metric' : metricLabel(benchmark, metric, metricOf(metric).label);
}
