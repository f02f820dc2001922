import {
  costRatio,
  explainedBy,
  firstBad,
  formatRatio,
  formatValue,
  geometricMean,
  type HeatmapMetricId,
  type Level,
  largestStep,
  matchesFilter,
  ratio,
  verdictLevel,
} from '@basecase/analysis';
import {
  HEATMAP_METRICS,
  METRICS,
  type MetricId,
  SCAN_UNIT,
  TEST_GROUP_LABELS,
  TEST_GROUPS,
  type TestGroup,
} from '@basecase/ingest/model';
import type { ColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import type { HeatData, HeatRow } from './heat-data';
import type { Spark } from './prepare-spark';

/** The chosen columns of a view, and which of them are the base and the one that is judged. */
export interface View extends ColumnSet {
  base: number;
  /** The column that the reading columns and the sentence compare with the base: the newest that is not the base. */
  judged: number;
  threshold: number;
  metric: MetricId;
}

export interface Cell {
  text: string;
  /** Classes of the cell: fill, `base`, `step`, `show`. */
  className: string;
}

/** A cost ratio beside the heatmap. */
export interface Verdict {
  text: string;
  level: Level;
}

export interface RowModel {
  /** Index in `data.rows`. */
  row: number;
  key: string;
  name: string;
  /** `range=100`, or the unit where it is not queries/s. */
  note: string;
  cells: Cell[];
  firstBad: string | null;
  largestStep: { version: string; text: string } | null;
  spark: Spark | null;
  costs: Verdict[];
  explained: string;
}

export interface GroupModel {
  id: TestGroup;
  label: string;
  open: boolean;
  means: Verdict[];
  slower: number;
  tests: number;
  /** `from 0.65 to 0.84`; empty without a ratio. */
  span: string;
  rows: RowModel[];
}

export interface HeatModel {
  view: View;
  /** True for a metric where less is better. */
  isCost: boolean;
  groups: GroupModel[];
  shownTests: number;
}

/** Costs of the reading columns. */
export const READING_COSTS = ['cpu_per_op', 'cs_per_op', 'write_kb_per_op'] as const;

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

/** Everything the heatmap draws. Rows keep the order of the view: groups and tests in the order of the domain. */
export function prepareHeatmap(set: ColumnSet, state: CompareState): HeatModel {
  const view = toView(set, state);
  const { data } = set;
  const shown = columnShown(view, state.show);
  const rows = data.rows.flatMap((row, index) => {
    if (!matchesFilter(filterText(row), state.q)) return [];
    const ratios = ratiosOf(view, index);
    return state.only && !hasChange(view, ratios) ? [] : [{ row, index, ratios }];
  });
  const groups = TEST_GROUPS.flatMap((group): GroupModel[] => {
    const own = rows.filter(({ row }) => row.group === group);
    if (own.length === 0) return [];
    const judged = own.flatMap(({ ratios }) => ratios[view.judged] ?? []);
    return [
      {
        id: group,
        label: TEST_GROUP_LABELS[group],
        open: !state.fold.includes(group),
        means: view.columns.map((_, column) => {
          const mean = geometricMean(own.map(({ ratios }) => ratios[column] ?? null));
          return { text: formatRatio(mean), level: mean === null ? 'n' : levelOf(view, mean) };
        }),
        slower: judged.filter((value) => levelOf(view, value).startsWith('r')).length,
        tests: own.length,
        span:
          judged.length > 0
            ? `from ${formatRatio(Math.min(...judged))} to ${formatRatio(Math.max(...judged))}`
            : '',
        rows: own.map(({ row, index, ratios }) => prepareRow(view, { row, index, ratios, shown })),
      },
    ];
  });
  return { view, isCost: isCost(view.metric), groups, shownTests: rows.length };
}

function hasChange(view: View, ratios: (number | null)[]): boolean {
  return ratios.some((value, column) => column !== view.base && !'nv'.includes(levelOf(view, value)));
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

function ratiosOf(view: View, row: number): (number | null)[] {
  const values = valuesOf(view, view.metric, row);
  const base = values[view.base] ?? null;
  return values.map((value) => relative(view.metric, value, base));
}

interface RowInput {
  row: HeatRow;
  index: number;
  ratios: (number | null)[];
  shown: number;
}

function prepareRow(view: View, { row, index, ratios, shown }: RowInput): RowModel {
  const values = valuesOf(view, view.metric, index);
  const steps = stepsOf(view, values);
  const cells = ratios.map((value, column): Cell => {
    const absolute = values[column] ?? null;
    const isBase = column === view.base;
    // One text per cell instead of a list of classes: this runs for every cell at every change of the base.
    let className = `c ${cellLevel(view, { value, absolute, isBase })}`;
    if (isBase) className += ' base';
    else if (steps[column]) className += ' step';
    if (column === shown) className += ' show';
    return { text: isBase ? absoluteText(view, view.metric, absolute) : formatRatio(value), className };
  });
  return {
    row: index,
    key: row.key,
    name: row.name,
    note: noteOf(row),
    cells,
    ...prepareReading(view, index),
  };
}

/** A value that is there but too small to compare is not missing: it gets no hatching. */
function cellLevel(
  view: View,
  { value, absolute, isBase }: { value: number | null; absolute: number | null; isBase: boolean },
): Level {
  if (absolute === null) return 'v';
  return isBase || value === null ? 'n' : levelOf(view, value);
}

/** The tick at the left edge: worse by the threshold than the last recorded column before it, of one product. */
function stepsOf(view: View, values: (number | null)[]): boolean[] {
  // A tick of a cost would only repeat the colours: the question "since when" is asked of throughput.
  if (isCost(view.metric)) return [];
  let before: number | null = null;
  return values.map((value, column) => {
    if (view.productStart[column] === column) before = null;
    const step = ratio(value, before);
    before = value ?? before;
    return step !== null && step <= view.threshold;
  });
}

function prepareReading(view: View, row: number) {
  const throughput = valuesOf(view, 'throughput', row);
  // Only columns of the base's product: "since version x" has no meaning across products.
  const product = view.columns[view.base]?.product;
  const own = throughput.map((value, column) => (view.columns[column]?.product === product ? value : null));
  const first = firstBad(own, view.base, view.threshold);
  const step = largestStep(own, view.base, view.threshold);
  const at = (column: number) => cellValues(view, row, column);
  const [judged, base] = [at(view.judged), at(view.base)];
  return {
    firstBad: first === null ? null : (view.names[first]?.short ?? null),
    largestStep: step && { version: view.names[step.index]?.short ?? '', text: formatRatio(step.ratio) },
    spark: view.sparks[row] ?? null,
    costs: READING_COSTS.map((metric): Verdict => {
      const value = costRatio(metric, judged[metric] ?? null, base[metric] ?? null);
      return { text: formatRatio(value), level: value === null ? 'v' : levelOf(view, value, metric) };
    }),
    explained: explainedBy(judged, base, view.threshold).text,
  };
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

function noteOf({ range, unit }: HeatRow): string {
  if (unit === SCAN_UNIT) return unit;
  return range === null ? '' : `range=${range}`;
}

function filterText({ name, range }: HeatRow): string {
  return range === null ? name : `${name} range=${range}`;
}
