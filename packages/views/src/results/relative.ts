import { type CellStatus, costRatio, type Level, ratio, verdictLevel } from '@basecase/analysis';
import { isHeatmapMetric, type MetricId, metricOf } from '@basecase/ingest/model';

/** Ratio to the base as tables show it: for costs, none when both values are too small to compare. */
export function relative(metric: MetricId, value: number | null, base: number | null): number | null {
  return isHeatmapMetric(metric) ? costRatio(metric, value, base) : ratio(value, base);
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
  return verdictLevel(value, metricOf(metric).direction, view.threshold);
}

const EXCLUDED_WORDS: Partial<Record<CellStatus, string>> = {
  sla_failed: 'SLA',
  failed: 'failed',
  bad_run: 'bad',
  doubtful: 'doubt?',
};

/** The text of a result that must not be compared. */
export function excludedWord(status: CellStatus): string {
  return EXCLUDED_WORDS[status] ?? status;
}
