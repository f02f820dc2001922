import {
  type BenchmarkId,
  isOpenMetric,
  type MetricId,
  metricLabel,
  metricOf,
  throughputHeading,
} from '@basecase/ingest/model';
import { formatFixed, formatRatio, isSlow, shownUnit } from '../format/format';
import { toPrintfGeneral } from '../format/printf';

/** Units whose metrics are named without them: `p99` is in seconds, `RSS` in GB. */
const UNITS_TO_SAY: ReadonlySet<string> = new Set(['s', 'B']);
const SIGNIFICANT_DIGITS = 3;
const MAX_DECIMALS = 9;
/** Digits of a double that are exact: 0.1 + 0.2 is printed as 0.3. */
const EXACT_DIGITS = 15;

/** The usual name of a metric in its benchmark, with its unit unless the name has it: `sync (µs)`. `units` are those of the tests. */
export function metricHeading(
  benchmark: BenchmarkId,
  metric: MetricId,
  units: readonly string[] = [],
): string {
  if (metric === 'throughput' && units.length > 0) return throughputHeading(benchmark, units);
  const { label, unit } = metricOf(metric);
  const name = metricLabel(benchmark, metric, label);
  if (isOpenMetric(metric)) return unit === '' ? name : `${name} (${unit})`;
  return UNITS_TO_SAY.has(unit) ? `${name} (${shownUnit(metric)})` : name;
}

/**
 * Absolute value in the unit it is shown in and with the decimals of its metric, without grouping: tables are read by
 * programs too. Seconds have at least 3 significant digits: latencies of RocksDB are microseconds, of a scan seconds.
 * So have rates under 10 that are not whole.
 * Metrics of the open format are printed whole.
 */
export function toAbsoluteText(value: number | null, metric: MetricId): string | null {
  if (value === null) return null;
  if (isOpenMetric(metric)) return String(Number(value.toPrecision(EXACT_DIGITS)));
  const { shown, decimals, unit } = metricOf(metric);
  if (shown) return orSignificant(value * shown.factor, shown.decimals);
  const isFine = unit === 's' || (metric === 'throughput' && isSlow(value));
  return orSignificant(value, isFine ? decimalsFor(value, decimals) : decimals);
}

/** With fixed decimals; two digits that count where those would be zeros: 0.0049 is not 0.00. */
function orSignificant(value: number, decimals: number): string {
  return formatFixed(value, decimals);
}

function decimalsFor(value: number, atLeast: number): number {
  if (value === 0) return atLeast;
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  return Math.min(MAX_DECIMALS, Math.max(atLeast, SIGNIFICANT_DIGITS - 1 - exponent));
}

/**
 * Absolute value as `o.met.*` files print it: cpu/o, cs/o and o/s with fixed decimals, the IO columns as `%.6g` of
 * the value with three decimals, so `0.000` becomes `0` and `1.210` becomes `1.21`.
 */
export function toMetAbsoluteText(value: number | null, metric: MetricId): string | null {
  const text = toAbsoluteText(value, metric);
  if (text === null || !IO_METRICS.has(metric)) return text;
  return toPrintfGeneral(Number(text), 6);
}

/**
 * Ratio as `o.met.*` files print it, with two decimals: a bare `1` tells 0/0 from a real 1.00. Under 0.01 it has two digits that
 * count, where those files have 0.00.
 */
export function toMetRelativeText(relative: number | null, value: number | null): string | null {
  if (relative === null) return null;
  if (relative === 1 && value === 0) return '1';
  return formatRatio(relative);
}

const IO_METRICS: ReadonlySet<MetricId> = new Set(['reads_per_op', 'read_kb_per_op', 'write_kb_per_op']);
