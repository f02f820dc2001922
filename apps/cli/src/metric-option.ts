import { metricName } from '@basecase/analysis';
import {
  BENCHMARKS,
  type BenchmarkId,
  HEATMAP_METRICS,
  isMetricId,
  METRIC_IDS,
  METRICS,
  type MetricId,
  metricLabel,
} from '@basecase/ingest/model';
import { InvalidArgumentError } from 'commander';

/** A metric, or the table of all that people look at. */
export type MetricChoice = MetricId | 'all';

const COMMON: readonly string[] = [...HEATMAP_METRICS.map(metricName), 'all'];
/** What the throughput is called, benchmark by benchmark: QPS, NOPM, IOPS. */
const THROUGHPUT_NAMES = ['qps', ...BENCHMARKS.map(({ throughputLabel }) => throughputLabel)];

/**
 * What `--metric` means: a metric as tables call it (`cpu/o`, `p99`, `NOPM`), its id (`latency_p99`), or `all`.
 *
 * @throws InvalidArgumentError for anything else, with the choices
 */
export function parseMetric(text: string): MetricChoice {
  const wanted = text.toLowerCase();
  if (wanted === 'all') return 'all';
  if (isMetricId(text)) return text;
  if (THROUGHPUT_NAMES.some((name) => name.toLowerCase() === wanted)) return 'throughput';
  const exact = METRIC_IDS.find((id) => METRICS[id].label === text);
  const found = exact ?? METRIC_IDS.find((id) => METRICS[id].label.toLowerCase() === wanted);
  if (found) return found;
  throw new InvalidArgumentError(`Choose ${COMMON.join(', ')}, or one of ${METRIC_IDS.join(', ')}.`);
}

/** A metric as people of the benchmark call it. */
export function describeMetric(metric: MetricChoice, benchmark: BenchmarkId): string {
  return metric === 'all' ? 'any metric' : metricLabel(benchmark, metric, METRICS[metric].label);
}
