import {
  firstBad,
  formatRatioRow,
  isChange,
  MISSING,
  NEUTRAL,
  NO_VALUE,
  verdictClass,
} from '@basecase/analysis';
import { excludedWord, isCost, levelOf, thresholdOf } from '../../results/relative';
import { noteClass, notesAt } from '../cell-notes';
import type { DrawnColumn } from '../column-set';
import { type HeatmapVerdicts, verdictAt } from '../heatmap-data';
import { absoluteText, type HeatmapSelection, valuesOf } from '../heatmap-selection';
import { lineRatiosOf } from '../rounds-of-cell';
import { excludedAt } from './heatmap-readout';

export interface Cell {
  text: string;
  /** Classes of the cell: fill, `cost`, `base`, `step`, `show`, `reported`, `noted`, `hl`, `band` of the first one of a later band. */
  className: string;
}

/** A band with its verdicts, and with the place of its shown column; -1 for none. */
export interface JudgedBand {
  selection: HeatmapSelection;
  /** Not the first: a gap stands before it. */
  isLater: boolean;
  drawn: readonly DrawnColumn[];
  verdicts: HeatmapVerdicts | null;
  /** Most of the table is unclear: such cells have no mark, and one note on the page replaces them. */
  isCalm: boolean;
  shown: number;
  /** [row][column]; see `reportedCosts`. */
  reported: boolean[][];
}

/** Text of a test that has vanished. */
const STOPPED_CELL = 'gone';

/** Fill of an unclear cell, and the one without a mark. */
const UNCLEAR = 'un';
const CALM = 'uc';

/** The cells of a test in the columns of a band. */
export function heatmapCells(
  { selection, verdicts, isCalm, shown, isLater, drawn, reported }: JudgedBand,
  index: number,
  ratios: readonly (number | null)[],
): Cell[] {
  const values = valuesOf(selection, selection.metric, index);
  const steps = verdicts ? verdictSteps(selection, verdicts, index) : stepsOf(selection, index);
  const risesWhenWorse = isCost(selection.metric);
  const texts = formatRatioRow(
    ratios,
    verdicts
      ? ratios.map((_, column) => (column === selection.base ? null : verdictAt(verdicts, index, column)))
      : [],
  );
  return drawn.map(({ column, isAbsolute }, place): Cell => {
    const value = ratios[column] ?? null;
    const absolute = values[column] ?? null;
    const isBase = column === selection.base;
    // One text per cell instead of a list of classes: this runs for every cell at every change of the base.
    const status = absolute === null ? excludedAt(selection, index, column)?.status : undefined;
    const stops = verdicts !== null && verdictAt(verdicts, index, column) === 'stopped working';
    const fill = stops
      ? verdictClass('stopped working', value)
      : status
        ? MISSING
        : isAbsolute
          ? NEUTRAL
          : cellFill(selection, { value, absolute, at: { row: index, column, verdicts } });
    const isStep = steps[column] && !isAbsolute && !isBase;
    let className = `c ${isCalm && fill === UNCLEAR && !isStep ? CALM : fill}`;
    // On the cell and not on the table: a class of the table restyles all cells, in sight or not.
    if (risesWhenWorse && isChange(fill)) className += ' cost';
    if (isBase) className += ' base';
    else if (isStep) className += ' step';
    if (place === shown) className += ' show';
    if (reported[index]?.[column]) className += ' reported';
    if (isLater && place === 0) className += ' band';
    if (selection.isSeam[column]) className += ' seamc';
    className += noteClass(notesAt(selection, index, column));
    if (status) return { text: excludedWord(status), className };
    if (stops && absolute === null) return { text: STOPPED_CELL, className };
    return {
      text:
        isBase || isAbsolute
          ? absoluteText(selection, selection.metric, absolute)
          : (texts[column] ?? NO_VALUE),
      className,
    };
  });
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

/** The tick at the left edge: the first bad version. */
function verdictSteps(selection: HeatmapSelection, verdicts: HeatmapVerdicts, row: number): boolean[] {
  const down = verdicts.rows[row]?.down ?? [];
  return selection.columns.map((_, column) => down.includes(column));
}

/** The same by a plain threshold. */
function stepsOf(selection: HeatmapSelection, row: number): boolean[] {
  // A tick of a cost would only repeat the colours: the question "since when" is asked of throughput.
  if (isCost(selection.metric)) return [];
  const values = lineRatiosOf(selection, selection.metric, row);
  const first = firstBad(values, selection.base, thresholdOf(selection));
  return selection.columns.map((_, column) => column === first);
}

/**
 * Columns of a landscape page, A4 or letter, next to the name of the test: as many as leave room for the row summary,
 * and more without it.
 */
export const FITS_WITH_SUMMARY = 9;
export const FITS = 18;

export interface PrintBlock {
  /** Indexes of the columns; of a part of a table the base comes first. */
  columns: number[];
  /** Whether first bad, largest step and the costs are next to it. */
  withSummary: boolean;
}

/**
 * How a table that is wider than paper is broken: blocks that each repeat the base, all but the last about as wide.
 * The row summary is printed once, in the last block, which has the newest versions.
 *
 * @param count of the columns of the view
 * @param base index of the base
 * @returns one block for a table that fits as it is
 */
export function printBlocks(count: number, base: number): PrintBlock[] {
  const every = Array.from({ length: count }, (_, index) => index);
  if (count <= FITS_WITH_SUMMARY) return [{ columns: every, withSummary: true }];
  const others = every.filter((index) => index !== base);
  const newest = others.splice(-(FITS_WITH_SUMMARY - 1));
  const size = Math.ceil(others.length / Math.ceil(others.length / (FITS - 1)));
  const older = Array.from({ length: Math.ceil(others.length / size) }, (_, index) =>
    others.slice(index * size, (index + 1) * size),
  );
  return [
    ...older.map((columns) => ({ columns: [base, ...columns], withSummary: false })),
    { columns: [base, ...newest], withSummary: true },
  ];
}
