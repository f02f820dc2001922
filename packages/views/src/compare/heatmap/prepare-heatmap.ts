import {
  formatRatio,
  geometricMean,
  isChange,
  isFlagged,
  isSure,
  isWorse,
  MISSING,
  matchesFilter,
  NEUTRAL,
  ratio,
  verdictClass,
  verdictDirection,
} from '@basecase/analysis';
import { excludedWord, isCost, levelOf, relative } from '../../results/relative';
import { filterText, noteOf, type TestRow } from '../../results/test-row';
import type { ColumnSet } from '../column-set';
import type { CompareState } from '../compare-state';
import {
  absoluteText,
  columnShown,
  type HeatmapSelection,
  toHeatmapSelection,
  valuesOf,
} from '../heatmap-selection';
import { type HeatmapVerdicts, verdictAt } from '../heatmap-verdicts';
import { verdictsOf } from '../judge-selection';
import { groupsOf } from './group-rows';
import { excludedAt } from './prepare-readout';
import { prepareRowSummary, type RowSummary, type Verdict } from './prepare-row-summary';

export interface Cell {
  text: string;
  /** Classes of the cell: fill, `cost`, `base`, `step`, `show`. */
  className: string;
}

export interface RowModel extends RowSummary {
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

export interface HeatmapModel {
  selection: HeatmapSelection;
  /** True for a metric where less is better. */
  isCost: boolean;
  groups: GroupModel[];
  shownTests: number;
}

/** Everything the heatmap draws. Rows keep the order of the view: groups and tests in the order of the domain. */
export function prepareHeatmap(set: ColumnSet, state: CompareState): HeatmapModel {
  const selection = toHeatmapSelection(set, state);
  const { data } = set;
  const shown = columnShown(selection, state.show);
  const verdicts = verdictsOf(selection);
  const rows = data.rows.flatMap((row, index) => {
    if (!matchesFilter(filterText(row), state.q)) return [];
    const ratios = ratiosOf(selection, index);
    return state.only && !hasChange(selection, { row: index, ratios, verdicts })
      ? []
      : [{ row, index, ratios }];
  });
  const groups = groupsOf(selection, rows).map(({ id: group, label, rows: own }): GroupModel => {
    const judged = own.flatMap(({ ratios }) => ratios[selection.judged] ?? []);
    const rowsOfGroup = own.map(({ index }) => index);
    return {
      id: group,
      label,
      open: !state.fold.includes(group),
      means: selection.columns.map((_, column) => {
        const mean = geometricMean(own.map(({ ratios }) => ratios[column] ?? null));
        return {
          text: formatRatio(mean),
          level: mean === null || verdicts ? NEUTRAL : levelOf(selection, mean),
        };
      }),
      slower: verdicts
        ? countSlower(verdicts, { rows: rowsOfGroup, column: selection.judged, sure: true })
        : judged.filter((value) => isWorse(levelOf(selection, value))).length,
      possibly: verdicts
        ? possiblyText(countSlower(verdicts, { rows: rowsOfGroup, column: selection.judged, sure: false }))
        : '',
      tests: own.length,
      span:
        judged.length > 0
          ? `from ${formatRatio(Math.min(...judged))} to ${formatRatio(Math.max(...judged))}`
          : '',
      rows: own.map(({ row, index, ratios }) =>
        prepareRow(selection, { row, index, ratios, shown, verdicts }),
      ),
    };
  });
  return { selection, isCost: isCost(selection.metric), groups, shownTests: rows.length };
}

function hasChange(
  selection: HeatmapSelection,
  { row, ratios, verdicts }: { row: number; ratios: (number | null)[]; verdicts: HeatmapVerdicts | null },
): boolean {
  if (verdicts) return ratios.some((_, column) => isFlagged(verdictAt(verdicts, row, column)));
  return ratios.some((value, column) => column !== selection.base && isChange(levelOf(selection, value)));
}

/** Tests of a column that are slower: those that are believed, or those that are possible only. */
function countSlower(
  verdicts: HeatmapVerdicts,
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

function ratiosOf(selection: HeatmapSelection, row: number): (number | null)[] {
  const values = valuesOf(selection, selection.metric, row);
  const base = values[selection.base] ?? null;
  return values.map((value) => relative(selection.metric, value, base));
}

interface RowInput {
  row: TestRow;
  index: number;
  ratios: (number | null)[];
  shown: number;
  verdicts: HeatmapVerdicts | null;
}

function prepareRow(
  selection: HeatmapSelection,
  { row, index, ratios, shown, verdicts }: RowInput,
): RowModel {
  const values = valuesOf(selection, selection.metric, index);
  const steps = verdicts ? verdictSteps(selection, verdicts, index) : stepsOf(selection, values);
  const risesWhenWorse = isCost(selection.metric);
  const cells = ratios.map((value, column): Cell => {
    const absolute = values[column] ?? null;
    const isBase = column === selection.base;
    // One text per cell instead of a list of classes: this runs for every cell at every change of the base.
    const status = absolute === null ? excludedAt(selection, index, column)?.status : undefined;
    const fill = status
      ? MISSING
      : cellFill(selection, { value, absolute, at: { row: index, column, verdicts } });
    let className = `c ${fill}`;
    // On the cell and not on the table: a class of the table restyles all cells, in sight or not.
    if (risesWhenWorse && isChange(fill)) className += ' cost';
    if (isBase) className += ' base';
    else if (steps[column]) className += ' step';
    if (column === shown) className += ' show';
    if (status) return { text: excludedWord(status), className };
    return {
      text: isBase ? absoluteText(selection, selection.metric, absolute) : formatRatio(value),
      className,
    };
  });
  return {
    row: index,
    key: row.key,
    name: row.name,
    note: noteOf(row, selection.data.rows),
    cells,
    ...prepareRowSummary(selection, index),
  };
}

/** Fill and mark. A value that is there but too small to compare is not missing: it gets no hatching. */
function cellFill(
  selection: HeatmapSelection,
  { value, absolute, at }: { value: number | null; absolute: number | null; at: CellPosition },
): string {
  if (absolute === null) return MISSING;
  if (at.column === selection.base || value === null) return NEUTRAL;
  return at.verdicts
    ? verdictClass(verdictAt(at.verdicts, at.row, at.column), value)
    : levelOf(selection, value);
}

interface CellPosition {
  row: number;
  column: number;
  verdicts: HeatmapVerdicts | null;
}

/** The tick at the left edge: a new, lower level starts here. */
function verdictSteps(selection: HeatmapSelection, verdicts: HeatmapVerdicts, row: number): boolean[] {
  const down = verdicts.rows[row]?.down ?? [];
  return selection.columns.map((_, column) => down.includes(column));
}

/** The tick at the left edge: worse by the threshold than the last recorded column before it, of one product. */
function stepsOf(selection: HeatmapSelection, values: (number | null)[]): boolean[] {
  // A tick of a cost would only repeat the colours: the question "since when" is asked of throughput.
  if (isCost(selection.metric)) return [];
  let before: number | null = null;
  return values.map((value, column) => {
    if (selection.productStart[column] === column) before = null;
    const step = ratio(value, before);
    before = value ?? before;
    return step !== null && step <= selection.threshold;
  });
}
