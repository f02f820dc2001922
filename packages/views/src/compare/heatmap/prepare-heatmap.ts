import {
  formatRatio,
  geometricMean,
  isFlagged,
  isSure,
  matchesFilter,
  ratio,
  verdictClass,
  verdictDirection,
} from '@basecase/analysis';
import { excludedWord, isCost, levelOf, relative } from '../../results/relative';
import { filterText, noteOf, type TestRow } from '../../results/test-row';
import type { ColumnSet } from '../column-set';
import type { CompareState } from '../compare-state';
import { type HeatVerdicts, verdictAt } from '../heat-verdicts';
import { verdictsOf } from '../judge-view';
import { absoluteText, columnShown, toView, type View, valuesOf } from '../view';
import { groupsOf } from './group-rows';
import { prepareReading, type Reading, type Verdict } from './prepare-reading';
import { excludedAt } from './prepare-readout';

export interface Cell {
  text: string;
  /** Classes of the cell: fill, `cost`, `base`, `step`, `show`. */
  className: string;
}

export interface RowModel extends Reading {
  /** Index in `data.rows`. */
  row: number;
  key: string;
  name: string;
  /** `range=100`, or the unit where it is not queries/s. */
  note: string;
  cells: Cell[];
}

export interface GroupModel {
  id: string;
  label: string;
  open: boolean;
  means: Verdict[];
  slower: number;
  /** Tests that may be slower: `, 2 possibly`; empty without one. */
  possibly: string;
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

/** Everything the heatmap draws. Rows keep the order of the view: groups and tests in the order of the domain. */
export function prepareHeatmap(set: ColumnSet, state: CompareState): HeatModel {
  const view = toView(set, state);
  const { data } = set;
  const shown = columnShown(view, state.show);
  const verdicts = verdictsOf(view);
  const rows = data.rows.flatMap((row, index) => {
    if (!matchesFilter(filterText(row), state.q)) return [];
    const ratios = ratiosOf(view, index);
    return state.only && !hasChange(view, { row: index, ratios, verdicts }) ? [] : [{ row, index, ratios }];
  });
  const groups = groupsOf(view, rows).map(({ id: group, label, rows: own }): GroupModel => {
    const judged = own.flatMap(({ ratios }) => ratios[view.judged] ?? []);
    const rowsOfGroup = own.map(({ index }) => index);
    return {
      id: group,
      label,
      open: !state.fold.includes(group),
      means: view.columns.map((_, column) => {
        const mean = geometricMean(own.map(({ ratios }) => ratios[column] ?? null));
        return { text: formatRatio(mean), level: mean === null || verdicts ? 'n' : levelOf(view, mean) };
      }),
      slower: verdicts
        ? countSlower(verdicts, { rows: rowsOfGroup, column: view.judged, sure: true })
        : judged.filter((value) => levelOf(view, value).startsWith('r')).length,
      possibly: verdicts
        ? possiblyText(countSlower(verdicts, { rows: rowsOfGroup, column: view.judged, sure: false }))
        : '',
      tests: own.length,
      span:
        judged.length > 0
          ? `from ${formatRatio(Math.min(...judged))} to ${formatRatio(Math.max(...judged))}`
          : '',
      rows: own.map(({ row, index, ratios }) => prepareRow(view, { row, index, ratios, shown, verdicts })),
    };
  });
  return { view, isCost: isCost(view.metric), groups, shownTests: rows.length };
}

function hasChange(
  view: View,
  { row, ratios, verdicts }: { row: number; ratios: (number | null)[]; verdicts: HeatVerdicts | null },
): boolean {
  if (verdicts) return ratios.some((_, column) => isFlagged(verdictAt(verdicts, row, column)));
  return ratios.some((value, column) => column !== view.base && !'nv'.includes(levelOf(view, value)));
}

/** Tests of a column that are slower: those that are believed, or those that are possible only. */
function countSlower(
  verdicts: HeatVerdicts,
  { rows, column, sure }: { rows: readonly number[]; column: number; sure: boolean },
): number {
  return rows.filter((row) => {
    const verdict = verdictAt(verdicts, row, column);
    return verdictDirection(verdict) === 'slower' && isSure(verdict) === sure;
  }).length;
}

function possiblyText(count: number): string {
  return count > 0 ? `, ${count} possibly` : '';
}

function ratiosOf(view: View, row: number): (number | null)[] {
  const values = valuesOf(view, view.metric, row);
  const base = values[view.base] ?? null;
  return values.map((value) => relative(view.metric, value, base));
}

interface RowInput {
  row: TestRow;
  index: number;
  ratios: (number | null)[];
  shown: number;
  verdicts: HeatVerdicts | null;
}

function prepareRow(view: View, { row, index, ratios, shown, verdicts }: RowInput): RowModel {
  const values = valuesOf(view, view.metric, index);
  const steps = verdicts ? verdictSteps(view, verdicts, index) : stepsOf(view, values);
  const risesWhenWorse = isCost(view.metric);
  const cells = ratios.map((value, column): Cell => {
    const absolute = values[column] ?? null;
    const isBase = column === view.base;
    // One text per cell instead of a list of classes: this runs for every cell at every change of the base.
    const status = absolute === null ? excludedAt(view, index, column)?.status : undefined;
    const fill = status ? 'v' : cellFill(view, { value, absolute, at: { row: index, column, verdicts } });
    let className = `c ${fill}`;
    // On the cell and not on the table: a class of the table restyles all cells, in sight or not.
    if (risesWhenWorse && fill !== 'n' && fill !== 'v') className += ' cost';
    if (isBase) className += ' base';
    else if (steps[column]) className += ' step';
    if (column === shown) className += ' show';
    if (status) return { text: excludedWord(status), className };
    return { text: isBase ? absoluteText(view, view.metric, absolute) : formatRatio(value), className };
  });
  return {
    row: index,
    key: row.key,
    name: row.name,
    note: noteOf(row, view.data.rows),
    cells,
    ...prepareReading(view, index),
  };
}

/** Fill and mark. A value that is there but too small to compare is not missing: it gets no hatching. */
function cellFill(
  view: View,
  { value, absolute, at }: { value: number | null; absolute: number | null; at: CellPlace },
): string {
  if (absolute === null) return 'v';
  if (at.column === view.base || value === null) return 'n';
  return at.verdicts ? verdictClass(verdictAt(at.verdicts, at.row, at.column), value) : levelOf(view, value);
}

interface CellPlace {
  row: number;
  column: number;
  verdicts: HeatVerdicts | null;
}

/** The tick at the left edge: a new, lower level starts here. */
function verdictSteps(view: View, verdicts: HeatVerdicts, row: number): boolean[] {
  const down = verdicts.rows[row]?.down ?? [];
  return view.columns.map((_, column) => down.includes(column));
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
