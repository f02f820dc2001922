import {
  type CellStatus,
  costRatio,
  type Level,
  type Matrix,
  metricRatio,
  SUCCESS_THRESHOLD,
  verdictLevel,
} from '@basecase/analysis';
import { cpuMicros, isHeatmapMetric, type MetricId, metricOf } from '@basecase/ingest/model';

/** Ratio to the base as tables show it: for costs, none when both values are too small to compare. */
export function relative(metric: MetricId, value: number | null, base: number | null): number | null {
  return isHeatmapMetric(metric) ? costRatio(metric, value, base) : metricRatio(metric, value, base);
}

export function isCost(metric: MetricId): boolean {
  return metricOf(metric).direction === 'lower-is-better';
}

/** Step of a ratio by the plain threshold. */
export function levelOf(
  view: { metric: MetricId; threshold: number },
  value: number | null,
  metric = view.metric,
): Level {
  return verdictLevel(value, metricOf(metric).direction, thresholdOf({ ...view, metric }));
}

/** The plain threshold of a metric: the chosen one, and of the success rate its own (docs/method.md §3.11). */
export function thresholdOf({ metric, threshold }: { metric: MetricId; threshold: number }): number {
  return metric === 'success_rate' ? SUCCESS_THRESHOLD : threshold;
}

const EXCLUDED_WORDS: Partial<Record<CellStatus, string>> = {
  sla_failed: 'SLA',
  failed: 'failed',
  bad_run: 'bad',
  doubtful: 'suspect',
};

/** The text of a result that must not be compared. */
export function excludedWord(status: CellStatus): string {
  return EXCLUDED_WORDS[status] ?? status;
}

/**
 * A value of one cell. CPU µs per operation is stored where it was computed here; figures that were published or
 * reported as cpu/o become it by the same formula: percent of all cores / 100 × cores × 1,000,000.
 *
 * @param cores of the server; null when they are not known, then cpu/o cannot be turned into a time
 */
export function readMetric(
  { values }: Pick<Matrix, 'values'>,
  metric: MetricId,
  { row, column, cores }: { row: number; column: number; cores: number | null },
): number | null {
  const own = values[metric]?.[row]?.[column] ?? null;
  if (own !== null || metric !== 'cpu_us_per_op') return own;
  const percent = values.cpu_per_op?.[row]?.[column] ?? null;
  return percent === null || cores === null ? null : cpuMicros(percent, cores);
}
