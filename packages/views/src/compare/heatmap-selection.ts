import { formatRatio, formatValue, type HeatmapMetricId } from '@basecase/analysis';
import {
  HEATMAP_METRICS,
  isBenchmarkId,
  isOpenMetric,
  type MetricId,
  metricIdentity,
  metricOf,
  throughputHeading,
} from '@basecase/ingest/model';
import type { ColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import type { HeatmapData } from './heatmap-data';

/** The chosen columns of a view, and which of them are the base and the one that is judged. */
export interface HeatmapSelection extends ColumnSet {
  base: number;
  /**
   * The column that row summary and sentence compare with the base: the newest release of its line, see `judgedFor`.
   */
  judged: number;
  threshold: number;
  metric: MetricId;
  /** What is in force. Verdicts know the noise of throughput only. */
  rule: CompareState['rule'];
  /** What judges throughput, also while the cells show another metric. */
  throughputRule: CompareState['rule'];
  /** Tests sorted by the ratio of a column (of the base: by its value); null = the order of the domain. */
  sort: Sort | null;
}

export interface Sort {
  column: number;
  descending: boolean;
}

/**
 * Resolves a state against what is there, with one base for all columns of the set: the last of the bases of the state
 * that is among them, else the published base, else the first column with a value. A metric that does not exist falls
 * back to the default.
 */
export function toHeatmapSelection(set: ColumnSet, state: CompareState): HeatmapSelection {
  const base = baseOf(set, state.base);
  const metric = shownMetric(set.data, state.metric);
  const throughputRule = set.data.noise ? state.rule : 'thresholds';
  return {
    ...set,
    base,
    judged: judgedFor(set, base),
    threshold: state.t,
    metric,
    rule: metric === 'throughput' ? throughputRule : 'thresholds',
    throughputRule,
    sort: sortOf(set, state.sort),
  };
}

function baseOf(set: ColumnSet, bases: string): number {
  const wanted = bases
    .split(',')
    .map((slug) => set.columns.findIndex((column) => column.slug === slug))
    .findLast((index) => index !== -1);
  return wanted ?? publishedBase(set) ?? firstWithValues(set);
}

/** The column that the author of a table of ratios divided by, which names it as `17.4 x10a_c32r128`. */
function publishedBase({ columns, data }: ColumnSet): number | null {
  const published = data.workload.relativeTo?.base;
  const found = columns.findIndex(
    ({ version, config }) => published === version || published === `${version} ${config}`,
  );
  return found === -1 ? null : found;
}

/**
 * The same view with the throughput of its cells: the columns next to the cells describe throughput, whatever metric
 * the cells show.
 */
export function ofThroughput(selection: HeatmapSelection): HeatmapSelection {
  if (selection.metric === 'throughput') return selection;
  return { ...selection, metric: 'throughput', rule: selection.throughputRule };
}

/** The metrics that a switch offers: those of the benchmark, and the one that the cells show if it is none of them. */
export function offeredMetrics({ data, metric }: Pick<HeatmapSelection, 'data' | 'metric'>): MetricId[] {
  const isDrawn = metric in data.values && !data.metrics.includes(metric);
  return isDrawn ? [...data.metrics, metric] : data.metrics;
}

/** The same view against another base. */
export function withBase(selection: HeatmapSelection, base: number): HeatmapSelection {
  return { ...selection, base, judged: judgedFor(selection, base) };
}

/**
 * The newest column other than the base, from its release line if possible: a config is not a newer release. A bad
 * run is the last choice.
 */
function judgedFor(set: ColumnSet, base: number): number {
  const others = set.columns.flatMap((_, index) => (index === base ? [] : [index]));
  const isRelease = (index: number) => set.lineStart[index] === set.lineStart[base];
  const isGood = (index: number) => !set.columns[index]?.badRuns || hasValues(set, index);
  return (
    others.findLast((index) => isRelease(index) && isGood(index)) ??
    others.findLast(isGood) ??
    others.at(-1) ??
    base
  );
}

function hasValues({ data, source }: ColumnSet, column: number): boolean {
  const rows = data.values.throughput ?? [];
  return rows.some((row) => (row[source[column] ?? -1] ?? null) !== null);
}

/** A column of failed tests only would leave nothing to compare. */
export function firstWithValues(set: ColumnSet): number {
  return Math.max(
    0,
    set.columns.findIndex((_, column) => hasValues(set, column)),
  );
}

/** A column that is not among the chosen ones cannot be seen to be sorted by. */
export function sortOf({ columns }: ColumnSet, sort: string): Sort | null {
  const descending = sort.startsWith('-');
  const slug = descending ? sort.slice(1) : sort;
  const column = columns.findIndex((each) => each.slug === slug);
  return column === -1 ? null : { column, descending };
}

/** What a column's key `s` leads to: smallest first, largest first, the order of the domain. */
export function nextSort(
  { sort, columns }: Pick<HeatmapSelection, 'sort' | 'columns'>,
  column: number,
): string {
  const slug = columns[column]?.slug ?? '';
  if (sort?.column !== column) return slug;
  return sort.descending ? '' : `-${slug}`;
}

/** The metric that is asked for, else one that differs in a unit, else the one that most cells have. */
function shownMetric(data: HeatmapData, wanted: MetricId): MetricId {
  if (data.values[wanted]) return wanted;
  const others = data.metrics.filter((id) => data.values[id]);
  const measured = (id: MetricId) => data.values[id]?.flat().filter((value) => value !== null).length ?? 0;
  const most = others.toSorted((a, b) => measured(b) - measured(a));
  return others.find((id) => isSameMetric(id, wanted)) ?? most[0] ?? wanted;
}

/** True for metrics of a tool without a parser that differ in a unit which can be converted. */
export function isSameMetric(one: MetricId, other: MetricId): boolean {
  return isOpenMetric(one) && isOpenMetric(other) && metricIdentity(one) === metricIdentity(other);
}

/** Name of a metric on screen; of a tool without a parser with its unit, which no one knows by heart. */
export function metricLabel({ workload, rows }: HeatmapData, metric: MetricId): string {
  if (metric === 'throughput') {
    const units = rows.map((row) => row.unit);
    if (isBenchmarkId(workload.benchmark) && units.length > 0)
      return throughputHeading(workload.benchmark, units);
    const unit = units[0] ?? '';
    const isUnit = unit !== '' && units.every((other) => other === unit);
    return isUnit ? `${workload.throughputLabel} (${unit})` : workload.throughputLabel;
  }
  const { label, unit } = metricOf(metric);
  return isOpenMetric(metric) && unit !== '' ? `${label} (${unit})` : label;
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
