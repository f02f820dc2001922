import { type MetricId, metricOf, percentilesOf } from '../model/metric';
import type { Measurement } from '../model/run';
import { findDisagreements, type Relation, type Said } from './disagreements';
import { atLeast, exact, widen } from './ranges';

/** From fast to slow: each is at least as slow as the one before. */
const ORDERED: readonly (readonly MetricId[])[] = [
  ['latency_min', ...percentilesOf('latency').map(([, id]) => id), 'latency_max'],
  ['latency_min', 'latency_avg', 'latency_max'],
  [...percentilesOf('sync_latency').map(([, id]) => id), 'sync_latency_max'],
  ['sync_latency_avg', 'sync_latency_max'],
];
/**
 * Percentiles are read from histograms: the steps of sysbench are 1.8% apart, those of fio 1.6%, so that one may be above
 * the largest latency.
 */
const STEP = 0.03;
/** Tools print microseconds with few digits: 0.01 ms is anything up to 0.015. */
const ROUNDING_SECONDS = 1e-5;

export interface SaidMeasurement extends Said {
  measurement: Measurement;
}

/** Latencies of one result that are in no possible order: p95 above the largest, the average below the smallest. */
export function findDisorder(measurements: readonly Measurement[]) {
  const said = new Map<MetricId, SaidMeasurement>();
  for (const measurement of measurements) {
    const { metric, value, line } = measurement;
    if (said.has(metric)) continue;
    const name = metricOf(metric).label;
    said.set(metric, { name, value, line, metrics: [metric], range: exact(value), measurement });
  }
  const relations = ORDERED.flatMap((order) => {
    const present = order.flatMap((metric) => said.get(metric) ?? []);
    return present.flatMap((small, index): Relation<SaidMeasurement>[] => {
      const large = present[index + 1];
      if (!large) return [];
      const high = large.value * (1 + STEP) + ROUNDING_SECONDS;
      return [
        {
          of: [small, large],
          left: { low: 0, high },
          right: atLeast(widen(small.range, STEP)),
          words: `${small.name} ≤ ${large.name}`,
        },
      ];
    });
  });
  return findDisagreements(relations);
}
