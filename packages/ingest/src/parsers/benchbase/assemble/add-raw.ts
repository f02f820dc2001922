import type { Measurements } from '../../../assemble/measurements';
import type { FormulaName } from '../../../model/formulas';
import type { MetricId } from '../../../model/metric';
import type { LatencyHistogram } from '../../pgbench/transaction-log/latency-histogram';

/** Divided by it an integer of microseconds is the nearest number of seconds; multiplied by 1e-6 it is not. */
const MICROSECONDS = 1e6;

const PERCENTILES: readonly (readonly [MetricId, number])[] = [
  ['latency_p50', 0.5],
  ['latency_p75', 0.75],
  ['latency_p90', 0.9],
  ['latency_p95', 0.95],
  ['latency_p99', 0.99],
];

/**
 * Adds what the requests of one transaction in raw.csv say.
 *
 * @param at the file and the lines of its requests
 * @param seconds that were measured
 */
export function addRaw(
  measurements: Measurements,
  latencies: LatencyHistogram,
  { seconds, ...at }: { file: string; line: number; lineEnd: number; seconds: number },
): void {
  const add = (metric: MetricId, microseconds: number | null, formula: FormulaName) =>
    measurements.computed(metric, microseconds === null ? null : microseconds / MICROSECONDS, {
      ...at,
      formula,
    });
  measurements.computed('throughput', latencies.count / seconds, {
    ...at,
    unit: 'requests/s',
    formula: 'requests_by_elapsed',
  });
  measurements.computed('requests', latencies.count, { ...at, formula: 'requests_of_log' });
  add('latency_min', latencies.min, 'log_latency_min');
  add('latency_avg', latencies.mean(), 'log_latency_mean');
  for (const [metric, share] of PERCENTILES)
    add(metric, latencies.percentile(share), 'log_latency_percentile');
  add('latency_max', latencies.max, 'log_latency_max');
}
