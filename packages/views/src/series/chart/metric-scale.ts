import { formatRatio, formatValue } from '@basecase/analysis';
import { isHeatmapMetric, type MetricId, metricOf } from '@basecase/ingest/model';
import { type MetricBase, metricBase, type SeriesBase } from '../series-base';
import type { SeriesData } from '../series-data';

/** How the values of a metric are drawn. */
export interface MetricScale {
  metric: MetricId;
  base: MetricBase | null;
  /** Whether ratios are drawn. A cost that is close to nothing has none: 3 KB per million queries against 1 KB is noise. */
  isRatio: boolean;
  /** What a value is divided by to be drawn. */
  divisor: number;
}

/** What a metric is divided by, and whether it can be. */
export function metricScale(data: SeriesData, base: SeriesBase, metric: MetricId): MetricScale {
  const own = metricBase(data, base, metric);
  const isTiny = own !== null && isHeatmapMetric(metric) && own.value < metricOf(metric).floor;
  const isRatio = base.mode === 'ratio' && own !== null && !isTiny;
  return { metric, base: own, isRatio, divisor: isRatio ? own.value : 1 };
}

/** A number of a panel, as it is written. */
export function drawnText(
  { isRatio, metric }: Pick<MetricScale, 'isRatio' | 'metric'>,
  value: number,
): string {
  return isRatio ? formatRatio(value) : formatValue(value, metric);
}
