import type { HeatmapMetricId } from '@basecase/ingest/model';

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

/**
 * Below these absolute values a cost is so close to nothing that its ratio is noise (3 KB per million queries
 * against 1 KB is "3.00"). In the unit of the metric; throughput and cpu/o are never that small.
 */
const COST_FLOORS: Readonly<Record<HeatmapMetricId, number>> = {
  throughput: 0,
  cpu_per_op: 0,
  cs_per_op: 0.1,
  reads_per_op: 0.05,
  read_kb_per_op: 1,
  write_kb_per_op: 1,
};

/**
 * Ratio of a cost per operation, for the eye: null when both values are under the floor of the metric,
 * or when either is missing. Tables as text print `ratio` instead, which has no floor.
 */
export function costRatio(metric: HeatmapMetricId, value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null;
  const floor = COST_FLOORS[metric];
  return value < floor && base < floor ? null : ratio(value, base);
}
