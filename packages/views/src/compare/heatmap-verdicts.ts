import {
  type CellVerdict,
  type ColumnVerdict,
  type LineStep,
  type MatrixVerdicts,
  median,
  smallestVisible,
  stepBehind,
  type Verdict,
} from '@basecase/analysis';
import { type ColumnNote, sentRatio, toColumnNote } from '../verdict/column-note';
import { verdictLetters, verdictOfLetter } from '../verdict/verdict-letters';

/**
 * Verdicts of all cells of a view against one base, in a compact form that is sent with the page and stored with a
 * frozen view, whose verdicts stay those of the rule at freezing.
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
  /**
   * The smallest loss, as 1 - r, that one run on each side detects in a test of usual noise in the judged column.
   * Missing in older frozen views.
   */
  visible?: number;
}

/** Since when a test is slower than the base, along the release line of the base. Columns are chosen columns. */
export interface RowSince {
  /** First column from which on it is slower, and stays so. */
  firstBad: number | null;
  /** The step down that brought most of it: where it begins, and the ratio of the two cells there. */
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
    rows: rows.map(({ onset, lineSteps }, row): RowSince => {
      const known = lineSteps.map((line) => ({
        ...line,
        steps: line.steps.filter(({ column }) => canBeKnown(columns[column], cells[row]?.[column])),
      }));
      const step = stepBehind(known, { base, column: judged, direction: 'slower' });
      const down = known.flatMap(({ steps }) =>
        steps.flatMap(({ ratio, column }) => (ratio < 1 ? [column] : [])),
      );
      return {
        firstBad: onset?.direction === 'slower' ? onset.column : null,
        largest: step && cellStep(step, cells[row] ?? []),
        down: [...new Set(down)],
      };
    }),
    columns: columns.map(toColumnNote),
    ...visibleIn(cells, judged),
  };
}

/** A level begins nowhere for sure where nothing is known of the noise and others may use the machine. */
function canBeKnown(column: ColumnVerdict | undefined, cell: CellVerdict | undefined): boolean {
  return (
    column?.canBeSure !== false || (cell !== undefined && cell.verdict !== 'missing' && cell.rounds !== null)
  );
}

/** What one run shows falls with the noise of its test, so that the middle of one is the middle of the other. */
function visibleIn(cells: MatrixVerdicts['cells'], judged: number): Pick<HeatmapVerdicts, 'visible'> {
  const sigmas = cells.flatMap((row) => {
    const cell = row[judged];
    return cell && cell.verdict !== 'missing' ? [cell.sigma] : [];
  });
  const sigma = median(sigmas);
  return sigma === null
    ? {}
    : { visible: sentRatio(smallestVisible(sigma, { tests: sigmas.length, runs: 1 })) };
}

/**
 * A step is found between levels of several releases, and shown as readers can check it: the cell where it begins over
 * that of the release before. Null where these two do not show it.
 */
function cellStep({ column, previous }: LineStep, cells: readonly CellVerdict[]): RowSince['largest'] {
  const [own, before] = [cells[column], cells[previous]];
  if (!own || !before || own.verdict === 'missing' || before.verdict === 'missing') return null;
  const ratio = Math.exp(own.x - before.x);
  return ratio < 1 ? { column, ratio: sentRatio(ratio) } : null;
}

/** The verdict of a cell; missing outside of the view. */
export function verdictAt({ cells }: Pick<HeatmapVerdicts, 'cells'>, row: number, column: number): Verdict {
  return verdictOfLetter(cells[row]?.[column]);
}
