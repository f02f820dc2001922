import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { isJudgedNight, type JudgedNights, judgeNightCell } from '../series/night-cells';
import { type ColumnShift, columnShift } from './column-shift';
import { countVerdicts } from './count-verdicts';
import { type SureFlag, type SuspectedCause, suspectedCauses } from './explain/suspected-causes';
import { withFailures } from './failures';
import { type CellVerdict, countRounds, isJudged, type JudgedCells, judgeCells } from './judge-cells';
import { type Comparability, otherWork } from './noise/comparability';
import { type NoiseModel, noiseModels } from './noise/noise-model';
import type { KnownNoise } from './noise/noise-types';
import { DEFAULT_RULE, RULE_VERSION, type Rule } from './rule';
import { type Onset, onsetOf } from './steps/onsets';
import { findReleaseLines, type ReleaseLine, type VerdictColumn } from './steps/release-lines';
import { type LineSteps, lineSteps, stepBehind } from './steps/row-steps';
import type { StopQuestion } from './stopped';
import { isSure, type Verdict, verdictDirection } from './verdict';

export interface JudgeOptions {
  /** Index of the base column. */
  base: number;
  /** Of this workload on this server; `unknownNoise` when nothing is known. */
  noise: KnownNoise;
  /** Constants that differ from `DEFAULT_RULE`. */
  rule?: Partial<Rule>;
  /** What is judged; default: throughput. Explanations are always about throughput. */
  metric?: MetricId;
  /** Lines of nights that were judged as series: their nights take the verdict of their level. */
  series?: readonly JudgedNights[];
  /** Whether tests that a column lacks have vanished. Left out: see `findStops`. */
  vanished?: StopQuestion['vanished'];
}

/** The verdict on a whole column. */
export interface ColumnVerdict {
  isBase: boolean;
  /** Tests in the family. */
  compared: number;
  counts: Readonly<Record<Verdict, number>>;
  /** The common change of its tests, taken off before they were judged, on the log scale. */
  commonMode: number;
  /** How far the whole column moved, and what moved with it; null when it did not. */
  shift: ColumnShift | null;
  /** Set where it did not do the same work as the base, as its context switches say. */
  otherWork: Comparability | null;
  /** False: say "not calibrated". */
  calibrated: boolean;
  /** False: nothing is known of the noise, and others may use the machine, so that no change is sure. */
  canBeSure: boolean;
  /** Tests that were compared round by round. */
  rounds: number;
  /** How noisy server and workload are against the priors, and the A/A pairs behind it. */
  scale: number;
  noisePairs: number;
  /** Of a night that is judged by its series: the nights that tell its noise; null otherwise. */
  nights: number | null;
  causes: SuspectedCause[];
}

/** The verdict on a test over all releases. */
export interface RowVerdict {
  /** SD of ln r of two single runs, from all A/A pairs: what steps are judged by. */
  sigma: number;
  noisePairs: number;
  lineSteps: LineSteps[];
  /** Since when it differs from the base, and stays so; null when it does not. */
  onset: Onset | null;
}

export interface MatrixVerdicts {
  ruleVersion: number;
  rule: Rule;
  base: number;
  metric: MetricId;
  /** [row][column], as in the matrix. Cells of the base column are compared with themselves: no change. */
  cells: CellVerdict[][];
  columns: ColumnVerdict[];
  rows: RowVerdict[];
  releaseLines: ReleaseLine[];
}

/**
 * Verdicts of a heatmap: every cell against the base, every column as a whole, the steps of every test along the
 * releases (docs/method.md §2-§5). Pass the whole matrix, never the visible part: a column is one family.
 *
 * Noise of a column leaves out A/A pairs that share a run with it or with the base; noise of the steps of a row uses
 * all pairs, as each of them is a small part of a series.
 */
export function judgeMatrix(matrix: Matrix<VerdictColumn>, options: JudgeOptions): MatrixVerdicts {
  const { base, noise, metric = 'throughput', series = [], vanished } = options;
  const rule: Rule = { ...DEFAULT_RULE, ...options.rule };
  const modelWithout = noiseModels(noise, rule);
  const releaseLines = findReleaseLines(matrix.columns, base);
  // Steps of a series are found in all of its nights, not in those that are in the matrix.
  const lines = releaseLines.filter(
    ({ columns }) => !columns.some((column) => isJudgedNight(series, column)),
  );
  const steps = stepsOfRows(matrix, { lines, metric, model: modelWithout(), rule });
  const baseColumn = matrix.columns[base];
  const models = matrix.columns.map((variant) =>
    modelWithout(baseColumn ? [variant, baseColumn] : [variant]),
  );
  const judged = models.map((noise, column) => {
    const before = previousIn(releaseLines, column);
    const own = judgeCells(matrix, { base, column, metric, noise, rule, before, vanished });
    if (column === base || !isJudgedNight(series, column)) return own;
    const cells = own.cells.map((cell, row) => {
      const night =
        cell.verdict === 'stopped working'
          ? null
          : judgeNightCell(matrix, { row, base, column, metric, series });
      return night ? withFailures(matrix, { row, base, column }, night) : cell;
    });
    return { cells, commonMode: 0 };
  });
  const cells = byRow(
    matrix.rows.length,
    judged.map((column) => column.cells),
  );
  const rows = steps.map((row, index) => ({
    ...row,
    onset: onsetOf(row.lineSteps, cells[index] ?? [], base),
  }));
  const columns = models.map((model, column) =>
    judgeWhole(matrix, { base, column, judged: judged[column] ?? NOTHING, model, rows, rule, series }),
  );
  return { ruleVersion: RULE_VERSION, rule, base, metric, cells, columns, rows, releaseLines };
}

/** The version, or build, before a column in its release line. */
function previousIn(lines: readonly ReleaseLine[], column: number): number | undefined {
  const own = lines.find(({ columns }) => columns.includes(column))?.columns ?? [];
  return own[own.indexOf(column) - 1];
}

const NOTHING: JudgedCells = { cells: [], commonMode: 0 };

function byRow(rows: number, columns: readonly CellVerdict[][]): CellVerdict[][] {
  const grid = Array.from({ length: rows }, (): CellVerdict[] => []);
  for (const cells of columns) {
    for (const [row, cell] of cells.entries()) grid[row]?.push(cell);
  }
  return grid;
}

function stepsOfRows(
  matrix: Matrix<VerdictColumn>,
  question: { lines: readonly ReleaseLine[]; metric: MetricId; model: NoiseModel; rule: Rule },
): Omit<RowVerdict, 'onset'>[] {
  return matrix.rows.map((row, index) => {
    const { sigma, pairs } = question.model.testNoise(row);
    const lines = question.lines.map((line) => lineSteps(matrix, index, { ...question, line, sigma }));
    return { sigma, noisePairs: pairs, lineSteps: lines };
  });
}

function judgeWhole(
  matrix: Matrix<VerdictColumn>,
  column: {
    base: number;
    column: number;
    judged: JudgedCells;
    model: NoiseModel;
    rows: readonly RowVerdict[];
    rule: Rule;
    series: readonly JudgedNights[];
  },
): ColumnVerdict {
  const { model, judged, base, rule } = column;
  const { cells, commonMode } = judged;
  const own = column.series.find(({ columns }) => columns.includes(column.column));
  const nights = own ? own.columns.length : null;
  const compared = cells.filter(isJudged);
  return {
    isBase: column.base === column.column,
    compared: compared.length,
    counts: countVerdicts(cells),
    commonMode,
    shift: columnShift(matrix, cells, column),
    otherWork: nights === null ? otherWork(matrix, { base, column: column.column }, rule) : null,
    calibrated: nights !== null || model.calibrated,
    canBeSure: nights !== null || model.canBeSure,
    rounds: countRounds(cells),
    scale: model.scale,
    noisePairs: model.pairs,
    nights,
    causes: suspectedCauses(sureFlags(matrix, { ...column, cells })),
  };
}

function sureFlags(
  matrix: Matrix<VerdictColumn>,
  {
    base,
    column,
    cells,
    rows,
  }: { base: number; column: number; cells: readonly CellVerdict[]; rows: readonly RowVerdict[] },
): SureFlag[] {
  const flags: SureFlag[] = [];
  for (const [row, cell] of cells.entries()) {
    const direction = verdictDirection(cell.verdict);
    if (!isJudged(cell) || !isSure(cell.verdict) || direction === null) continue;
    const { lineSteps = [], onset = null } = rows[row] ?? {};
    // Where only verdicts show it, the steps name none.
    const since =
      stepBehind(lineSteps, { base, column, direction }) ??
      (onset?.direction === direction && isUpTo(lineSteps, onset.column, column) ? onset : null);
    flags.push({
      test: matrix.rows[row]?.key ?? '',
      direction,
      since: since ? (matrix.columns[since.column]?.version ?? null) : null,
      explanation: cell.explanation,
    });
  }
  return flags;
}

/** True for a version that is not after a column in a line of both. */
function isUpTo(lines: readonly LineSteps[], version: number, column: number): boolean {
  return lines.some(({ line: { columns } }) => {
    const place = columns.indexOf(version);
    return place >= 0 && place <= columns.indexOf(column);
  });
}
