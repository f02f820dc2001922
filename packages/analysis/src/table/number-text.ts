import { type HeatmapMetricId, METRICS } from '@basecase/ingest/model';
import { toPrintfFixed, toPrintfGeneral } from '../printf';

/** Absolute value in the decimals of its metric, without grouping: tables are read by programs too. */
export function toAbsoluteText(value: number | null, metric: HeatmapMetricId): string | null {
  return value === null ? null : toPrintfFixed(value, METRICS[metric].decimals);
}

/** Ratio with two decimals, `inf` for x/0. */
export function toRelativeText(relative: number | null): string | null {
  if (relative === null) return null;
  return relative === Infinity ? 'inf' : toPrintfFixed(relative, 2);
}

/**
 * Absolute value as `o.met.*` files print it: cpu/o, cs/o and o/s with fixed decimals, the IO columns as `%.6g` of
 * the value with three decimals, so `0.000` becomes `0` and `1.210` becomes `1.21`.
 */
export function toMetAbsoluteText(value: number | null, metric: HeatmapMetricId): string | null {
  const text = toAbsoluteText(value, metric);
  if (text === null || !IO_METRICS.has(metric)) return text;
  return toPrintfGeneral(Number(text), 6);
}

/** Ratio as `o.met.*` files print it: a bare `1` tells 0/0 from a real 1.00. */
export function toMetRelativeText(relative: number | null, value: number | null): string | null {
  return relative === 1 && value === 0 ? '1' : toRelativeText(relative);
}

const IO_METRICS: ReadonlySet<HeatmapMetricId> = new Set([
  'reads_per_op',
  'read_kb_per_op',
  'write_kb_per_op',
]);
