import { BENCHMARKS, isMetricId, METRIC_IDS, type MetricId, metricOf } from '@basecase/ingest/model';

/** Other names of the throughput: QPS, NOPM, IOPS. */
const THROUGHPUT_NAMES = BENCHMARKS.map(({ throughputLabel }) => throughputLabel.toLowerCase());

/** What iostat and published tables call means of iostat, where that is not the label. */
const OTHER_NAMES: Readonly<Record<string, MetricId>> = {
  rps: 'reads_per_s',
  rkbps: 'read_kb_per_s',
  wps: 'writes_per_s',
  wkbps: 'write_kb_per_s',
  r_await: 'read_await',
  w_await: 'write_await',
  'avgqu-sz': 'queue_size',
};

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
  const alike = exact ?? METRIC_IDS.find((id) => metricOf(id).label.toLowerCase() === wanted);
  return alike ?? (Object.hasOwn(OTHER_NAMES, wanted) ? (OTHER_NAMES[wanted] ?? null) : null);
}
