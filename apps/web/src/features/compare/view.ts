import {
  costRatio,
  formatRatio,
  formatValue,
  type HeatmapMetricId,
  type Level,
  ratio,
  verdictLevel,
} from '@basecase/analysis';
import { type BenchmarkId, HEATMAP_METRICS, METRICS, type MetricId } from '@basecase/ingest/model';
import type { ColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import type { HeatData } from './heat-data';

/** The chosen columns of a view, and which of them are the base and the one that is judged. */
export interface View extends ColumnSet {
  base: number;
  /** The column that the reading columns and the sentence compare with the base: the newest that is not the base. */
  judged: number;
  threshold: number;
  metric: MetricId;
}

/** Resolves a state against what is there: a base or metric that does not exist falls back to the default. */
export function toView(set: ColumnSet, state: CompareState): View {
  const wanted = set.columns.findIndex((column) => column.slug === state.base);
  const base = Math.max(0, wanted);
  const last = set.columns.length - 1;
  return {
    ...set,
    base,
    judged: base === last && last > 0 ? last - 1 : last,
    threshold: state.t,
    metric: metricOf(set.data, state.metric),
  };
}

function metricOf(data: HeatData, wanted: MetricId): MetricId {
  return data.values[wanted] ? wanted : (data.metrics.find((id) => data.values[id]) ?? wanted);
}

/** What the people of a benchmark call its throughput. */
const THROUGHPUT_LABELS: Record<BenchmarkId, string> = {
  sysbench: METRICS.throughput.label,
  'insert-benchmark': 'operations/s',
  fio: METRICS.iops.label,
};

/** Name of a metric on screen. */
export function metricLabel({ workload }: HeatData, metric: MetricId): string {
  return metric === 'throughput' ? THROUGHPUT_LABELS[workload.benchmark] : METRICS[metric].label;
}

/** Values of a test in the chosen columns; all null when the metric was not recorded. */
export function valuesOf(view: View, metric: MetricId, row: number): (number | null)[] {
  const recorded = view.data.values[metric]?.[row];
  return view.source.map((index) => recorded?.[index] ?? null);
}

/** Ratio to the base as the heatmap shows it: for costs, none when both values are too small to compare. */
export function relative(metric: MetricId, value: number | null, base: number | null): number | null {
  return isHeatmapMetric(metric) ? costRatio(metric, value, base) : ratio(value, base);
}

function isHeatmapMetric(metric: MetricId): metric is HeatmapMetricId {
  return (HEATMAP_METRICS as readonly MetricId[]).includes(metric);
}

/** An absolute value; of a table that was published as ratios only, the ratio it is. */
export function absoluteText(view: View, metric: MetricId, value: number | null): string {
  const isRatio = view.data.workload.relativeTo !== null && metric === 'throughput';
  return isRatio ? formatRatio(value) : formatValue(value, metric);
}

export function isCost(metric: MetricId): boolean {
  return METRICS[metric].direction === 'lower-is-better';
}

export function levelOf(view: View, value: number | null, metric = view.metric): Level {
  return verdictLevel(value, METRICS[metric].direction, view.threshold);
}

/** The column a narrow screen shows: the chosen one, else the judged one. */
export function columnShown(view: View, slug: string): number {
  const found = view.columns.findIndex((column) => column.slug === slug);
  return found === -1 ? view.judged : found;
}

/** The six metrics of one cell. */
export function cellValues(
  view: View,
  row: number,
  column: number,
): Partial<Record<HeatmapMetricId, number | null>> {
  const source = view.source[column] ?? -1;
  return Object.fromEntries(
    HEATMAP_METRICS.map((metric) => [metric, view.data.values[metric]?.[row]?.[source] ?? null]),
  );
}
