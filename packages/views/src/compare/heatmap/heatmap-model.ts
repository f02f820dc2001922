import {
  formatRatio,
  geometricMean,
  isChange,
  isCompared,
  isFlagged,
  isSure,
  isWorse,
  matchesFilter,
  NEUTRAL,
  verdictDirection,
} from '@basecase/analysis';
import { isCost, levelOf } from '../../results/relative';
import { filterText, noteOf, type TestRow } from '../../results/test-row';
import { lazy } from '../../text/lazy';
import {
  type Band,
  type BandedSelection,
  columnShown,
  inBand,
  isOneSeries,
  mainBand,
  mainIndex,
  type OpenCell,
  toBandedSelection,
} from '../bands/banded-selection';
import type { ChosenColumns } from '../column-set';
import type { CompareState } from '../compare-state';
import { type HeatmapVerdicts, verdictAt } from '../heatmap-data';
import { type HeatmapSelection, valuesOf } from '../heatmap-selection';
import { isMostlyUnclear, verdictsOf } from '../judge-selection';
import { ratioAt } from '../rounds-of-cell';
import { type Cell, heatmapCells, type JudgedBand } from './heatmap-cells';
import {
  NO_ROW_SUMMARY,
  type RowSummary,
  reportedCosts,
  rowSummary,
  type Verdict,
} from './heatmap-row-summary';
import { unclearIn } from './verdict-sentence';

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
  /** Tests that may be slower: `, 2 likely`; empty without one. */
  possibly: string;
  /** Tests that both versions measured: of these the slower ones are counted, on every page. */
  tests: number;
  /** Tests that stopped working. */
  stopped: number;
  /** `from 0.65 to 0.84`; empty without a ratio. */
  span: string;
  rows: RowModel[];
}

export type HeatmapModel = ReturnType<typeof heatmapModel>;

/** Everything the heatmap draws. Rows keep the order of the view: groups and tests in the order of the domain. */
export function heatmapModel(set: ChosenColumns, state: CompareState) {
  const selection = toBandedSelection(set, state);
  const { data } = set;
  const shown = columnShown(selection, state.show);
  const isCalm = isMostlyUnclear(unclearIn(selection));
  const bands = selection.bands.map((band) => judgedBand(band, shown, isCalm));
  const hasSummary = isOneSeries(selection);
  const rows = data.rows.flatMap((row, index) => {
    if (!matchesFilter(filterText(row), state.q)) return [];
    const byBand = bands.map((band) => ratiosOf(band.selection, index));
    const isKept = !state.only || bands.some((band, at) => hasChange(band, index, byBand[at] ?? []));
    const ratios = bands.flatMap(({ drawn }, at) => drawn.map(({ column }) => byBand[at]?.[column] ?? null));
    return isKept ? [{ row, index, byBand, ratios }] : [];
  });
  const groups = groupsOf(selection, rows).map(({ id, label, rows: own }): GroupModel => {
    return {
      id,
      label,
      open: !state.fold.includes(id),
      means: selection.columns.map((_, column) =>
        inBand(selection, column).isAbsolute
          ? { text: '', level: NEUTRAL }
          : meanOf(
              selection,
              geometricMean(own.map(({ row, ratios }) => (row.warmup ? null : (ratios[column] ?? null)))),
            ),
      ),
      ...judgedCounts(bands, mainIndex(selection), own),
      rows: own.map(({ row, index, byBand }) =>
        rowModel(
          { row: index, key: row.key, name: row.name, note: noteOf(row, data.rows) },
          {
            cells: () => bands.flatMap((band, at) => heatmapCells(band, index, byBand[at] ?? [])),
            summary: () => (hasSummary ? rowSummary(mainBand(selection), index) : NO_ROW_SUMMARY),
          },
        ),
      ),
    };
  });
  return {
    selection,
    /** Whether first bad version and reasons are next to the ratios: they are about one product. */
    hasSummary,
    /** True for a metric where less is better. */
    isCost: isCost(selection.metric),
    groups,
    shownTests: rows.length,
  };
}

/** The content of a row is computed on demand: a row out of sight is drawn later. */
function rowModel(
  row: Pick<RowModel, 'row' | 'key' | 'name' | 'note'>,
  made: { cells: () => Cell[]; summary: () => RowSummary },
): RowModel {
  const cells = lazy(made.cells);
  const summary = lazy(made.summary);
  return {
    ...row,
    get cells() {
      return cells();
    },
    get firstBad() {
      return summary().firstBad;
    },
    get largestStep() {
      return summary().largestStep;
    },
    get record() {
      return summary().record;
    },
    get spark() {
      return summary().spark;
    },
    get costs() {
      return summary().costs;
    },
    get explained() {
      return summary().explained;
    },
  };
}

function judgedBand({ start, drawn, selection }: Band, shown: number, isCalm: boolean): JudgedBand {
  return {
    selection,
    drawn,
    isLater: start > 0,
    verdicts: verdictsOf(selection),
    isCalm,
    shown: shown - start,
    reported: reportedCosts(selection, selection.metric),
  };
}

/** Means are neutral where verdicts are in force: they are of cells, not of a group. */
function meanOf(selection: BandedSelection, mean: number | null): Verdict {
  const isJudged = mean !== null && selection.rule === 'thresholds';
  return { text: formatRatio(mean), level: isJudged ? levelOf(selection, mean) : NEUTRAL };
}

/** How the tests of a group are in the judged column of a band. */
function judgedCounts(
  bands: readonly JudgedBand[],
  at: number,
  rows: readonly { index: number; byBand: (number | null)[][] }[],
): Pick<GroupModel, 'slower' | 'stopped' | 'tests' | 'possibly' | 'span'> {
  const band = bands[at];
  if (!band) return { slower: 0, stopped: 0, tests: 0, possibly: '', span: '' };
  const { selection, verdicts } = band;
  const judged = rows.flatMap(({ byBand }) => byBand[at]?.[selection.judged] ?? []);
  const count = (sure: boolean, of: HeatmapVerdicts) =>
    countSlower(of, { rows: rows.map(({ index }) => index), column: selection.judged, sure });
  const own = verdicts ? rows.map(({ index }) => verdictAt(verdicts, index, selection.judged)) : null;
  return {
    slower: verdicts
      ? count(true, verdicts)
      : judged.filter((value) => isWorse(levelOf(selection, value))).length,
    stopped: own ? own.filter((verdict) => verdict === 'stopped working').length : 0,
    tests: own ? own.filter(isCompared).length : judged.length,
    possibly: verdicts ? likelyText(count(false, verdicts)) : '',
    span:
      judged.length > 0
        ? `from ${formatRatio(Math.min(...judged))} to ${formatRatio(Math.max(...judged))}`
        : '',
  };
}

function hasChange(
  { selection, verdicts }: JudgedBand,
  row: number,
  ratios: readonly (number | null)[],
): boolean {
  if (verdicts) return ratios.some((_, column) => isFlagged(verdictAt(verdicts, row, column)));
  return ratios.some((value, column) => column !== selection.base && isChange(levelOf(selection, value)));
}

/** Tests of a column that are slower: those that are believed, or those that are likely only. */
function countSlower(
  verdicts: HeatmapVerdicts,
  { rows, column, sure }: { rows: readonly number[]; column: number; sure: boolean },
): number {
  return rows.filter((row) => {
    const verdict = verdictAt(verdicts, row, column);
    return verdictDirection(verdict) === 'slower' && isSure(verdict) === sure;
  }).length;
}

function likelyText(count: number): string {
  return count > 0 ? `, ${count} likely` : '';
}

function ratiosOf(selection: HeatmapSelection, row: number): (number | null)[] {
  return selection.columns.map((_, column) => ratioAt(selection, selection.metric, { row, column }));
}

/** A row of the data with its ratios, each to the base of its band. */
interface RatioRow {
  row: TestRow;
  index: number;
  ratios: (number | null)[];
}

/** Id of the one group of a sorted heatmap. */
const SORTED_GROUP = 'sorted';

/**
 * Groups in the order of their first rows: rows have the order of the domain. Sorted, all tests are one group: the
 * question then is which of all tests is worst.
 */
function groupsOf<Row extends RatioRow>(
  selection: BandedSelection,
  rows: readonly Row[],
): { id: string; label: string; rows: Row[] }[] {
  if (selection.sort) {
    const by = `${selection.names[selection.sort.column]?.short ?? ''}, ${selection.sort.descending ? 'largest' : 'smallest'} first`;
    return rows.length === 0
      ? []
      : [{ id: SORTED_GROUP, label: `All tests by ${by}`, rows: sorted(selection, rows) }];
  }
  const groups = new Map<string, { id: string; label: string; rows: Row[] }>();
  for (const each of rows) {
    const { group: id, groupLabel: label } = each.row;
    const group = groups.get(id) ?? { id, label, rows: [] };
    group.rows.push(each);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Rows without a value come last in both directions; equal ones keep the order of the domain. */
function sorted<Row extends RatioRow>(selection: BandedSelection, rows: readonly Row[]): Row[] {
  const { column, descending } = selection.sort ?? { column: 0, descending: false };
  const own = inBand(selection, column);
  const isBase = own.column === own.selection.base;
  const keyOf = ({ index, ratios }: RatioRow) =>
    isBase
      ? (valuesOf(own.selection, selection.metric, index)[own.column] ?? null)
      : (ratios[column] ?? null);
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    if (a.key === b.key) return 0;
    return (a.key < b.key ? -1 : 1) * (descending ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}

const STEPS: Readonly<Record<string, [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell that an arrow key leads to among those that are drawn; null at an edge, and for other keys. */
export function cellBeside(
  { groups, selection }: Pick<HeatmapModel, 'groups' | 'selection'>,
  { row, column }: OpenCell,
  key: string,
): OpenCell | null {
  const step = STEPS[key];
  if (!step) return null;
  const rows = groups.flatMap((group) => (group.open ? group.rows.map((each) => each.row) : []));
  const at = rows.indexOf(row);
  const next = { row: rows[at + step[0]] ?? -1, column: column + step[1] };
  const isThere = at !== -1 && next.row !== -1 && selection.columns[next.column] !== undefined;
  return isThere ? next : null;
}

/** The column at the same place in the previous or next band; null if there is none. */
export function columnInBandBeside({ bands }: BandedSelection, column: number, step: 1 | -1): number | null {
  const at = bands.findLastIndex(({ start }) => start <= column);
  const [own, other] = [bands[at], bands[at + step]];
  if (!own || !other) return null;
  return other.start + Math.min(column - own.start, other.drawn.length - 1);
}
