import type { MetricId } from '@basecase/ingest/model';
import type { SeriesData } from '../series-data';
import type { SeriesState } from '../series-state';

/** Shown below the chosen metric: what says why the throughput moved. */
const REASONS: readonly MetricId[] = ['throughput', 'cpu_us_per_op', 'write_kb_per_op', 'latency_p95'];

/** Throughput and CPU first: what moved, and what mostly says why. */
const FIRST: readonly MetricId[] = ['throughput', 'cpu_us_per_op', 'cpu_per_op'];

/** cpu/o of one server says the same as CPU µs/o: only one of both is drawn and listed. */
export function knownMetrics({ metrics }: Pick<SeriesData, 'metrics'>): MetricId[] {
  const known = metrics.filter((metric) => metric !== 'cpu_per_op' || !metrics.includes('cpu_us_per_op'));
  const first = FIRST.filter((metric) => known.includes(metric));
  return [...first, ...known.filter((metric) => !first.includes(metric))];
}

/** The metric of CPU that nights have; null without one. */
export function cpuMetric({ metrics }: Pick<SeriesData, 'metrics'>): MetricId | null {
  return (
    knownMetrics({ metrics }).find((metric) => metric === 'cpu_us_per_op' || metric === 'cpu_per_op') ?? null
  );
}

/** The metric that is looked at. cpu/o of an older link is drawn as CPU µs/o where that is known. */
export function mainMetric(
  data: Pick<SeriesData, 'metrics'>,
  { metric }: Pick<SeriesState, 'metric'>,
): MetricId {
  return metric === 'cpu_per_op' || metric === 'cpu_us_per_op' ? (cpuMetric(data) ?? metric) : metric;
}

/** Metrics with a panel, the one that is looked at first. */
export function chartMetrics(
  data: Pick<SeriesData, 'metrics' | 'values'>,
  state: Pick<SeriesState, 'metric' | 'charts'>,
): MetricId[] {
  const main = mainMetric(data, state);
  const known = knownMetrics(data);
  const reasons = REASONS.map((metric) => (metric === 'cpu_us_per_op' ? cpuMetric(data) : metric));
  const others = known.filter(
    (metric) =>
      metric !== main && !isNothing(data, metric) && (state.charts === 'all' || reasons.includes(metric)),
  );
  return known.includes(main) ? [main, ...others] : [];
}

/** A query that writes nothing has no line of KB written. */
function isNothing({ values }: Pick<SeriesData, 'values'>, metric: MetricId): boolean {
  return (values[metric] ?? []).every((value) => value === null || value === 0);
}
