import { BENCHMARKS, isMetricId, METRIC_IDS, type MetricId, metricOf } from '@basecase/ingest/model';

/** Other names of the throughput: QPS, NOPM, IOPS. */
const THROUGHPUT_NAMES = BENCHMARKS.map(({ throughputLabel }) => throughputLabel.toLowerCase());

/**
 * A metric as people write it: as tables call it (`cpu/o`, `p99`, `NOPM`), in any case, or its id (`latency_p99`).
 *
 * @returns null for what no metric is called
 */
export function findMetric(text: string): MetricId | null {
  if (isMetricId(text)) return text;
  const wanted = text.toLowerCase();
  if (THROUGHPUT_NAMES.includes(wanted)) return 'throughput';
  const exact = METRIC_IDS.find((id) => metricOf(id).label === text);
  return exact ?? METRIC_IDS.find((id) => metricOf(id).label.toLowerCase() === wanted) ?? null;
}
