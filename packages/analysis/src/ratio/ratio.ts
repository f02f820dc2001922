import { type HeatmapMetricId, type MetricId, metricOf } from '@basecase/ingest/model';

/**
 * A value relative to its base, unrounded. 0/0 is 1 and x/0 is Infinity, as published tables have it.
 *
 * @returns null when either side is missing
 */
export function ratio(value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null;
  if (base === 0) return value === 0 ? 1 : Infinity;
  return value / base;
}

/** What comes from nothing, or goes to it, is worth a word from so many floors on. */
const CLEARLY_MORE = 4;

/**
 * True when a cost is large enough to be compared: both values reach the floor of the metric, or one of them is four
 * times as large. Otherwise it is close to nothing, and its ratio is noise: 3 KB per million queries against 1 KB is
 * "3.00".
 */
export function isComparableCost(metric: MetricId, value: number, base: number): boolean {
  const { floor } = metricOf(metric);
  return Math.min(value, base) >= floor || Math.max(value, base) >= CLEARLY_MORE * floor;
}

/**
 * Ratio of a cost per operation, for the eye: null when it is too small to be compared, or when either value is missing.
 * Tables as text print `ratio` instead, which has no floor.
 */
export function costRatio(metric: HeatmapMetricId, value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null;
  return isComparableCost(metric, value, base) ? ratio(value, base) : null;
}
