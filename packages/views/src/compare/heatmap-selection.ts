import { formatRatio, formatValue, type HeatmapMetricId } from '@basecase/analysis';
import { HEATMAP_METRICS, METRICS, type MetricId } from '@basecase/ingest/model';
import type { ColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import type { HeatmapData } from './heatmap-data';

/** The chosen columns of a view, and which of them are the base and the one that is judged. */
export interface HeatmapSelection extends ColumnSet {
  base: number;
  /** The column that the row summary and the sentence compare with the base: the newest that is not the base. */
  judged: number;
  threshold: number;
  metric: MetricId;
  /** What is in force. Verdicts know the noise of throughput only. */
  rule: CompareState['rule'];
  /** Tests sorted by the ratio of a column (of the base: by its value); null = the order of the domain. */
  sort: Sort | null;
}

export interface Sort {
  column: number;
  descending: boolean;
}

/** Resolves a state against what is there: a base or metric that does not exist falls back to the default. */
export function toHeatmapSelection(set: ColumnSet, state: CompareState): HeatmapSelection {
  const wanted = set.columns.findIndex((column) => column.slug === state.base);
  const base = wanted === -1 ? firstWithValues(set) : wanted;
  const metric = metricOf(set.data, state.metric);
  return {
    ...set,
    base,
    judged: judgedFor(set, base),
    threshold: state.t,
    metric,
    rule: metric === 'throughput' && set.data.noise ? state.rule : 'thresholds',
    sort: sortOf(set, state.sort),
  };
}

/** The same view against another base. */
export function withBase(selection: HeatmapSelection, base: number): HeatmapSelection {
  return { ...selection, base, judged: judgedFor(selection, base) };
}

/** The newest column beside the base that has something to say: one of a bad run has not. */
function judgedFor({ columns, data, source }: ColumnSet, base: number): number {
  const last = columns.length - 1;
  const newest = base === last && last > 0 ? last - 1 : last;
  if (!columns[newest]?.badRuns) return newest;
  const rows = data.values.throughput ?? [];
  const good = columns.findLastIndex(
    (_, index) => index !== base && rows.some((row) => (row[source[index] ?? -1] ?? null) !== null),
  );
  return good === -1 ? newest : good;
}

/** A column of failed tests only would leave nothing to compare. */
function firstWithValues({ data, source }: ColumnSet): number {
  const rows = data.values.throughput ?? [];
  const found = source.findIndex((index) => rows.some((row) => (row[index] ?? null) !== null));
  return Math.max(0, found);
}

/** A column that is not among the chosen ones cannot be seen to be sorted by. */
function sortOf({ columns }: ColumnSet, sort: string): Sort | null {
  const descending = sort.startsWith('-');
  const slug = descending ? sort.slice(1) : sort;
  const column = columns.findIndex((each) => each.slug === slug);
  return column === -1 ? null : { column, descending };
}

/** What a column's key `s` leads to: smallest first, largest first, the order of the domain. */
export function nextSort({ sort, columns }: HeatmapSelection, column: number): string {
  const slug = columns[column]?.slug ?? '';
  if (sort?.column !== column) return slug;
  return sort.descending ? '' : `-${slug}`;
}

function metricOf(data: HeatmapData, wanted: MetricId): MetricId {
  return data.values[wanted] ? wanted : (data.metrics.find((id) => data.values[id]) ?? wanted);
}

/** Name of a metric on screen. */
export function metricLabel({ workload }: HeatmapData, metric: MetricId): string {
  return metric === 'throughput' ? workload.throughputLabel : METRICS[metric].label;
}

/** Values of a test in the chosen columns; all null when the metric was not recorded. */
export function valuesOf(selection: HeatmapSelection, metric: MetricId, row: number): (number | null)[] {
  const recorded = selection.data.values[metric]?.[row];
  return selection.source.map((index) => recorded?.[index] ?? null);
}

/** An absolute value; of a table that was published as ratios only, the ratio it is. */
export function absoluteText(selection: HeatmapSelection, metric: MetricId, value: number | null): string {
  const isRatio = selection.data.workload.relativeTo !== null && metric === 'throughput';
  return isRatio ? formatRatio(value) : formatValue(value, metric);
}

/** The column a narrow screen shows: the chosen one, else the judged one. */
export function columnShown(selection: HeatmapSelection, slug: string): number {
  const found = selection.columns.findIndex((column) => column.slug === slug);
  return found === -1 ? selection.judged : found;
}

/** The six metrics of one cell. */
export function cellValues(
  selection: HeatmapSelection,
  row: number,
  column: number,
): Partial<Record<HeatmapMetricId, number | null>> {
  const source = selection.source[column] ?? -1;
  return Object.fromEntries(
    HEATMAP_METRICS.map((metric) => [metric, selection.data.values[metric]?.[row]?.[source] ?? null]),
  );
}
