import {
  costRatio,
  explainedBy,
  firstBad,
  formatRatio,
  geometricMean,
  type Level,
  largestStep,
  matchesFilter,
  ratio,
} from '@basecase/analysis';
import type { ColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import type { HeatData, HeatRow } from './heat-data';
import { excludedAt } from './prepare-readout';
import type { Spark } from './prepare-spark';
import {
  absoluteText,
  cellValues,
  columnShown,
  isCost,
  levelOf,
  relative,
  toView,
  type View,
  valuesOf,
} from './view';

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
  /** Empty when no cost was recorded in the whole view. */
  costs: Verdict[];
  explained: string;
}

export interface GroupModel {
  id: string;
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

const QUERIES = 'queries/s';
const READING_COSTS = ['cpu_per_op', 'cs_per_op', 'write_kb_per_op'] as const;

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
  const groups = groupsOf(view, rows).map(({ id: group, label, rows: own }): GroupModel => {
    const judged = own.flatMap(({ ratios }) => ratios[view.judged] ?? []);
    return {
      id: group,
      label,
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
    };
  });
  return { view, isCost: isCost(view.metric), groups, shownTests: rows.length };
}

interface RatioRow {
  row: HeatRow;
  index: number;
  ratios: (number | null)[];
}

/** Id of the one group of a sorted heatmap. */
const SORTED_GROUP = 'sorted';

/**
 * Groups in the order of their first rows: rows come in the order of the domain. Sorted, all tests are one group: what
 * is asked then is which test of all is the worst.
 */
function groupsOf(view: View, rows: readonly RatioRow[]): { id: string; label: string; rows: RatioRow[] }[] {
  if (view.sort) {
    const by = `${view.names[view.sort.column]?.short ?? ''}, ${view.sort.descending ? 'largest' : 'smallest'} first`;
    return rows.length === 0 ? [] : [{ id: SORTED_GROUP, label: `All tests by ${by}`, rows: sorted(view, rows) }];
  }
  const groups = new Map<string, { id: string; label: string; rows: RatioRow[] }>();
  for (const each of rows) {
    const { group: id, groupLabel: label } = each.row;
    const group = groups.get(id) ?? { id, label, rows: [] };
    group.rows.push(each);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Rows without a value come last in both directions; equal ones keep the order of the domain. */
function sorted(view: View, rows: readonly RatioRow[]): RatioRow[] {
  const { column, descending } = view.sort ?? { column: 0, descending: false };
  const keyOf = ({ index, ratios }: RatioRow) =>
    column === view.base ? (valuesOf(view, view.metric, index)[column] ?? null) : (ratios[column] ?? null);
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    if (a.key === b.key) return 0;
    return (a.key < b.key ? -1 : 1) * (descending ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}

function hasChange(view: View, ratios: (number | null)[]): boolean {
  return ratios.some((value, column) => column !== view.base && !'nv'.includes(levelOf(view, value)));
}

function ratiosOf(view: View, row: number): (number | null)[] {
  const values = valuesOf(view, view.metric, row);
  const base = values[view.base] ?? null;
  return values.map((value) => relative(view.metric, value, base));
}

/** What stands in the cell of a result that must not be compared; the readout says why. */
const EXCLUDED_WORDS: Readonly<Record<string, string>> = { sla_failed: 'SLA', failed: 'failed' };

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
    const status = absolute === null ? excludedAt(view, index, column)?.status : undefined;
    let className = `c ${status ? 'v' : cellLevel(view, { value, absolute, isBase })}`;
    if (isBase) className += ' base';
    else if (steps[column]) className += ' step';
    if (column === shown) className += ' show';
    if (status) return { text: EXCLUDED_WORDS[status] ?? status, className };
    return { text: isBase ? absoluteText(view, view.metric, absolute) : formatRatio(value), className };
  });
  return {
    row: index,
    key: row.key,
    name: row.name,
    note: noteOf(row, view.data),
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
    costs: readingCosts(view).map((metric): Verdict => {
      const value = costRatio(metric, judged[metric] ?? null, base[metric] ?? null);
      return { text: formatRatio(value), level: value === null ? 'v' : levelOf(view, value, metric) };
    }),
    explained: explainedBy(judged, base, view.threshold).text,
  };
}

/** Costs beside the heatmap: none when the view has none of them, as in published tables of ratios. */
export function readingCosts({ data }: View): readonly (typeof READING_COSTS)[number][] {
  return READING_COSTS.some((metric) => data.values[metric]) ? READING_COSTS : [];
}

/** Units that the head of the table does not say: those of few rows. */
function noteOf({ range, unit }: HeatRow, data: HeatData): string {
  const isUsual = unit === data.rows[0]?.unit || unit === QUERIES;
  if (!isUsual) return unit;
  return range === null ? '' : `range=${range}`;
}

function filterText({ name, range }: HeatRow): string {
  return range === null ? name : `${name} range=${range}`;
}
