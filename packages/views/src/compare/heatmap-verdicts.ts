import { type MatrixVerdicts, stepBehind, type Verdict } from '@basecase/analysis';
import { type ColumnNote, sentRatio, toColumnNote } from '../verdict/column-note';
import { verdictLetters, verdictOfLetter } from '../verdict/verdict-letters';

/**
 * Verdicts of all cells of a view against one base, as small as they can be sent and kept: the page comes with them,
 * and so does a frozen view, whose verdicts stay those of the rule it was frozen by.
 */
export interface HeatmapVerdicts {
  /** Chosen columns and base that it is about, see `verdictKey`. */
  key: string;
  ruleVersion: number;
  /** By row of the data: a letter for each chosen column. */
  cells: string[];
  /** By row of the data. */
  rows: RowSince[];
  /** By chosen column. */
  columns: ColumnNote[];
}

/** Since when a test is slower than the base. Columns are chosen columns. */
export interface RowSince {
  /** First column from which on it is slower, and stays so. */
  firstBad: number | null;
  /** The step down that brought most of it. */
  largest: { column: number; ratio: number } | null;
  /** Columns that a new, lower level starts at. */
  down: number[];
}

/** Names the columns and the base that verdicts are about. */
export function verdictKey({ source, base }: { source: readonly number[]; base: number }): string {
  return `${source.join()}/${base}`;
}

export function toHeatmapVerdicts(
  { ruleVersion, base, cells, rows, columns }: MatrixVerdicts,
  { key, judged }: { key: string; judged: number },
): HeatmapVerdicts {
  return {
    key,
    ruleVersion,
    cells: cells.map((row) => verdictLetters(row.map(({ verdict }) => verdict))),
    rows: rows.map(({ onsets, lineSteps }): RowSince => {
      const step = stepBehind(lineSteps, { base, column: judged, direction: 'slower' });
      const down = lineSteps.flatMap(({ steps }) =>
        steps.flatMap(({ ratio, column }) => (ratio < 1 ? [column] : [])),
      );
      return {
        firstBad: onsets.find(({ direction }) => direction === 'slower')?.column ?? null,
        largest: step && { column: step.column, ratio: sentRatio(step.ratio) },
        down: [...new Set(down)],
      };
    }),
    columns: columns.map(({ shift, noisePairs }) => toColumnNote(shift, noisePairs)),
  };
}

/** The verdict of a cell; missing outside of the view. */
export function verdictAt({ cells }: Pick<HeatmapVerdicts, 'cells'>, row: number, column: number): Verdict {
  return verdictOfLetter(cells[row]?.[column]);
}
