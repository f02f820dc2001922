import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { comparedRounds, isOfRounds } from '../rounds/compared-rounds';
import type { RoundsEstimate } from '../rounds/rounds';
import { median } from '../statistics/median';
import { columnShift, isBroadChange } from './column-shift';
import { comparedChange, type MissingReason } from './compared-change';
import type { ChangeExplanation } from './explain/explain-change';
import { explainCell } from './explain-cell';
import { type FailedParts, withFailures } from './failures';
import { guardByRepeats, judgeColumn, possibleAtMost, supportByCounts } from './judge-column';
import type { NoiseModel } from './noise/noise-model';
import { type ComparedCell, noiseBand, pValue } from './p-value';
import { type PrintedGrid, printedGrids, widenByDigits } from './printed-grid';
import { findRemedy, type Remedy, type RemedyRefusal } from './remedy/cheapest-remedy';
import { logLoss, type Rule } from './rule';
import { runsToSettle } from './runs-needed';
import { findStops, type StoppedCell, type StopQuestion } from './stopped';
import {
  isCompared,
  isFlagged,
  type Verdict,
  type VerdictChange,
  type VerdictMark,
  verdictMark,
} from './verdict';

/** A cell with a verdict. */
export interface JudgedCell {
  verdict: Exclude<Verdict, 'missing' | 'stopped working'>;
  mark: Exclude<VerdictMark, 'missing' | 'stopped'>;
  /** ln of how much better it is than the base. */
  x: number;
  /** How often noise alone gives a change this large, once what its column shares is taken off. */
  p: number;
  /** SD of ln r of two single runs of this test when nothing changed. */
  sigma: number;
  /** 95% of the noise lies within ± this, on the log scale, for the medians that are compared. */
  band: number;
  /** A/A pairs of this very test behind sigma. */
  noisePairs: number;
  baseRuns: number;
  versionRuns: number;
  /** Runs on each side that would settle it; null: more than 9, or it is settled. */
  runsToSettle: number | null;
  /** The cheapest runs that would settle it; null: it is settled, or no number of runs alone would. */
  remedy: Remedy | RemedyRefusal | null;
  /**
   * The last change of the verdict after the statistics: counts that moved with it, repeats that disagree, a machine
   * with unknown noise, a machine that moved as a whole, or a host that withheld the CPU.
   */
  changedBy: VerdictChange | null;
  /** Of cells that interleaved rounds were compared for; null: their noise is that of single runs. */
  rounds: RoundsEstimate | null;
  /** Percent of the CPU that the host withheld, of the two sides the larger; null: below the limit, or not recorded. */
  steal: number | null;
  /** Of flagged cells only: a reason does not make a change real (docs/method.md §5.2). */
  explanation: ChangeExplanation | null;
  /** Set where clearly more operations failed than in the base. */
  failed?: FailedParts;
}

export interface MissingCell {
  verdict: 'missing';
  mark: 'missing';
  reason: MissingReason;
}

/** Tell them apart by `verdict`. */
export type CellVerdict = JudgedCell | StoppedCell | MissingCell;

/** True for a cell with a number in it and in its base. */
export function isJudged(cell: CellVerdict): cell is JudgedCell {
  return isCompared(cell.verdict);
}

export interface ColumnInQuestion extends Pick<StopQuestion, 'before' | 'vanished'> {
  base: number;
  column: number;
  metric: MetricId;
  noise: NoiseModel;
  rule: Rule;
}

/** Verdicts of a column, and what its tests share. */
export interface JudgedCells {
  cells: CellVerdict[];
  /** Taken off before p was computed, on the log scale. */
  commonMode: number;
}

/**
 * Verdicts of all cells of one column, in the order of the rows: docs/method.md §3.1, then support (§3.2), guard
 * (§3.3), stolen time (§3.8) and evidence (§3.7). The base against itself is never a change, however noisy.
 */
export function judgeCells(matrix: Matrix<unknown>, question: ColumnInQuestion): JudgedCells {
  const grids = printedGrids(matrix, question);
  const inputs = matrix.rows.map((_, row) => inputOf(matrix, { row, grid: grids[row] ?? null }, question));
  const family = inputs.map((input) => (typeof input === 'string' ? null : (input.rounds ?? input)));
  const { noise, rule } = question;
  const isBase = question.base === question.column;
  const host = hostMove(matrix, inputs, question);
  const { verdicts, commonMode } = isBase
    ? { verdicts: [], commonMode: 0 }
    : judgeColumn(family, { ...rule, q: noise.isDedicated ? rule.q : rule.qElsewhere }, host.x);
  const stops = findStops(matrix, question);
  const cells = inputs.map((input, row): CellVerdict => {
    const stop = stops[row];
    if (stop) return { verdict: 'stopped working', mark: 'stopped', reason: stop };
    if (typeof input === 'string') return { verdict: 'missing', mark: 'missing', reason: input };
    const verdict = verdicts[row] ?? 'no change';
    const cell = toCell(matrix, { row, cell: input, verdict, commonMode, host }, question);
    return withFailures(matrix, { ...question, row }, cell);
  });
  return { cells, commonMode };
}

/** The move of a whole column on a machine that others may use. */
interface HostMove {
  /** To be taken off, on the log scale; null: the common mode is, as on a dedicated machine. */
  x: number | null;
  /** Nothing shows how far hosts move, so that no other change is sure. */
  isDoubt: boolean;
}

/**
 * Where others may use the machine, a column of enough tests moves as a whole from one day to the next, and no number of
 * pairs shows how far (docs/method.md §3.7). The median is taken off and told once, unless costs account for it. Four
 * sessions on each side show how tests move against it.
 */
function hostMove(
  matrix: Matrix<unknown>,
  inputs: readonly (InputCell | MissingReason)[],
  { base, column, noise, rule }: ColumnInQuestion,
): HostMove {
  const cells = inputs.map((input) => (typeof input === 'string' || input.rounds ? null : input));
  const xs = cells.flatMap((cell) => (cell ? [cell.x + (cell.own?.offset ?? 0)] : []));
  const middle = median(xs);
  if (noise.isDedicated || middle === null || xs.length < rule.hostTests) return { x: null, isDoubt: false };
  const isWhole = xs.length >= rule.columnTests;
  if (cells.some((cell) => cell?.own) && isWhole) return { x: middle, isDoubt: false };
  if (Math.abs(middle) <= rule.columnMove) return { x: null, isDoubt: false };
  const shift = columnShift(matrix, cells, { base, column, rule });
  return { x: shift && !isBroadChange(shift) ? shift.x : null, isDoubt: true };
}

/** Tests that were compared round by round. */
export function countRounds(cells: readonly CellVerdict[]): number {
  return cells.filter((cell) => isJudged(cell) && cell.rounds !== null).length;
}

interface InputCell extends ComparedCell {
  noisePairs: number;
  /** What it moved by in its own A/A pairs. */
  seen: number;
  rounds: RoundsEstimate | null;
}

function inputOf(
  matrix: Matrix<unknown>,
  { row: index, grid }: { row: number; grid: PrintedGrid | null },
  { base, column, metric, noise }: ColumnInQuestion,
): InputCell | MissingReason {
  const row = matrix.rows[index];
  const x = comparedChange(matrix, { row: index, base, column, metric });
  if (typeof x !== 'number' || !row) return typeof x === 'number' ? 'not recorded' : x;
  const { sigma, pairs, seen } = noise.testNoise(row);
  const rounds = metric === 'throughput' ? comparedRounds(matrix, { row: index, base, column }) : null;
  const own = metric === 'throughput' && !rounds ? noise.ownError(row) : null;
  const widened = (error: number) => (grid ? widenByDigits(error, grid.half, grid.sides) : error);
  const [baseRuns, versionRuns] = [runsBehind(matrix, index, base), runsBehind(matrix, index, column)];
  return {
    x: rounds?.x ?? x,
    sigma: widened(own?.sigma ?? sigma),
    baseRuns,
    versionRuns,
    worth: [noise.worthOf('base', baseRuns), noise.worthOf('version', versionRuns)],
    own: own && { ...own, se: widened(own.se) },
    noisePairs: pairs,
    seen,
    rounds,
  };
}

/** Repeats behind a cell; rounds of one recording, alone, are one run: nothing tells how far another one would be. */
function runsBehind(matrix: Matrix<unknown>, row: number, column: number): number {
  return isOfRounds(matrix, row, column) ? 1 : Math.max(1, matrix.repeats[row]?.[column] ?? 1);
}

function toCell(
  matrix: Matrix<unknown>,
  {
    row,
    cell,
    verdict: judged,
    commonMode,
    host,
  }: { row: number; cell: InputCell; verdict: Verdict; commonMode: number; host: HostMove },
  question: ColumnInQuestion,
): CellVerdict {
  const { x, sigma, baseRuns, versionRuns, noisePairs, rounds } = cell;
  const { rule } = question;
  const explanation = isFlagged(judged) ? explainCell(matrix, row, question) : null;
  const steal = stealOf(matrix, row, question);
  const size = Math.min(Math.abs(x), Math.abs(x - commonMode));
  const isAlone = matrix.rows[row] !== undefined && size < question.noise.leastSure(matrix.rows[row]);
  const { verdict: settled, changedBy } = settleVerdict(judged, {
    explanation,
    x,
    // Rounds disagree by what the machine did to both sides: their pairs have it taken off.
    // Repeats that speak for themselves have their spread in p.
    spread: rounds || cell.own ? 0 : repeatSpread(matrix, row, question),
    runs: [baseRuns, versionRuns],
    // Coarse values move by the same steps again: as far is seen.
    isSeen: !rounds && !cell.own && Math.abs(x - commonMode) <= rule.seenFactor * cell.seen * (1 + ROUNDING),
    isBase: question.base === question.column,
    doubt: rounds ? null : isAlone ? 'evidence' : host.isDoubt ? 'host' : null,
    steal,
    rule,
  });
  // It moved with its column, which is reported once.
  const isOfColumn = host.x !== null && settled === 'unclear' && Math.abs(x) >= logLoss(rule.big);
  const isAssumed = !rounds && !question.noise.canBeSure && settled === 'unclear';
  // A gate must not pass a large loss for that, nor for noise that is only assumed.
  const isLarge = (isOfColumn || isAssumed) && steal === null && Math.abs(x) >= logLoss(rule.large);
  const verdict = isLarge ? (`possible ${x < 0 ? 'regression' : 'improvement'}` as const) : settled;
  const mark = verdictMark(verdict);
  if (verdict === 'missing' || verdict === 'stopped working' || mark === 'missing' || mark === 'stopped')
    throw new Error('A compared cell is never missing.');
  const isOpen = mark === 'possible' || mark === 'unclear';
  const because = changedBy ?? (isOfColumn ? 'host' : isLarge ? 'evidence' : null);
  return {
    verdict,
    mark,
    x,
    p: pValue(rounds ?? { ...cell, x: x - commonMode }, rule),
    sigma,
    band: noiseBand(rounds ?? cell, rule),
    noisePairs,
    baseRuns,
    versionRuns,
    runsToSettle: isOpen && !rounds ? runsToSettle(x, sigma, rule) : null,
    remedy: isOpen ? findRemedy(matrix, { ...cell, steal, changedBy: because }, question) : null,
    changedBy: because,
    rounds,
    steal,
    explanation,
  };
}

/** Of logarithms of one ratio. */
const ROUNDING = 1e-9;

interface Settling {
  explanation: ChangeExplanation | null;
  x: number;
  spread: number;
  runs: readonly [base: number, version: number];
  /** Its test moved as far when nothing changed. */
  isSeen: boolean;
  isBase: boolean;
  /** Why it may not be sure. */
  doubt: 'evidence' | 'host' | null;
  steal: number | null;
  rule: Rule;
}

/** The verdict after all steps other than statistics; `changedBy` names the last that changed it. */
function settleVerdict(
  judged: Verdict,
  { explanation, x, spread, runs, isSeen, isBase, doubt, steal, rule }: Settling,
): { verdict: Verdict; changedBy: VerdictChange | null } {
  if (isBase) return { verdict: judged, changedBy: null };
  if (steal !== null) return { verdict: 'unclear', changedBy: judged === 'unclear' ? null : 'steal' };
  const supported = explanation ? supportByCounts(judged, explanation, rule) : judged;
  const repeated = guardByRepeats(supported, x, { spread, runs });
  const guarded = isSeen ? possibleAtMost(repeated) : repeated;
  const verdict = doubt ? possibleAtMost(guarded) : guarded;
  if (verdict !== guarded) return { verdict, changedBy: doubt };
  if (guarded !== supported) return { verdict, changedBy: 'guard' };
  return { verdict, changedBy: supported === judged ? null : 'support' };
}

/** The larger median of stolen time of the two sides, where it is above the limit. */
function stealOf(
  { values }: Matrix<unknown>,
  row: number,
  { base, column, rule }: ColumnInQuestion,
): number | null {
  const own = values.steal?.[row];
  const steal = Math.max(own?.[base] ?? 0, own?.[column] ?? 0);
  return steal > rule.stealMost ? steal : null;
}

/**
 * Largest |ln| between repeats on either side. The matrix has d = (max - min) / median; with two repeats the median is
 * their mean, so ln(max / min) = 2 atanh(d / 2) exactly; with more it is close.
 */
function repeatSpread({ spread }: Matrix<unknown>, row: number, { base, column }: ColumnInQuestion): number {
  const widest = Math.max(spread[row]?.[base] ?? 0, spread[row]?.[column] ?? 0);
  return widest >= 2 ? Number.POSITIVE_INFINITY : 2 * Math.atanh(widest / 2);
}
