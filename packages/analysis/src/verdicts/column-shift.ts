import type { Matrix } from '../matrix/matrix';
import { median } from '../statistics/median';
import { type ChangeExplanation, isCpuReason, isEnough } from './explain/explain-change';
import { explainCell } from './explain-cell';
import { DEFAULT_RULE, logLoss, type Rule } from './rule';

/** What is enough for the change of half of the tests that moved or more: CPU per operation alone, or some cost. */
export type ShiftCause = 'CPU' | 'costs';

/** A whole column that moved (docs/method.md §3.4). */
export interface ColumnShift {
  /** Median x. */
  x: number;
  /** Null: no cost moved with it, or none was recorded, so that the server or the base run may be behind it. */
  cause: ShiftCause | null;
  /** Tests that moved with the column, by 3% or more. */
  moved: number;
  /** Those of them that the cause is enough for; 0 without one. */
  explained: number;
}

/**
 * How far a column moved as a whole, and whether costs moved with it: |median x over at least 20 tests| > 2.5% (the
 * most that A/A pairs showed is 2.4%). It is reported, and never subtracted: real changes can be common.
 *
 * @param cells verdicts of the column, by row of the matrix
 * @returns null when the column stands still, or has too few tests to tell
 */
export function columnShift(
  matrix: Matrix<unknown>,
  cells: readonly ({ x: number } | { verdict: 'missing' | 'stopped working' } | null)[],
  { base, column, rule = DEFAULT_RULE }: { base: number; column: number; rule?: Rule },
): ColumnShift | null {
  const xs = cells.flatMap((cell) => (cell && 'x' in cell ? [cell.x] : []));
  const x = xs.length < rule.columnTests ? null : median(xs);
  if (x === null || Math.abs(x) <= rule.columnMove) return null;
  const moved = cells.flatMap((cell, row) =>
    cell && 'x' in cell && cell.x * Math.sign(x) >= logLoss(rule.delta) ? [row] : [],
  );
  const explanations = moved.flatMap((row) => explainCell(matrix, row, { base, column }) ?? []);
  return { x, moved: moved.length, ...causeOf(explanations, moved.length) };
}

function causeOf(
  explanations: readonly ChangeExplanation[],
  moved: number,
): Pick<ColumnShift, 'cause' | 'explained'> {
  const isMost = (count: number) => count > 0 && count >= moved / 2;
  const count = (isCause: (explanation: ChangeExplanation) => boolean) => explanations.filter(isCause).length;
  const byCpu = count(({ reasons }) => reasons.some((reason) => isCpuReason(reason) && isEnough(reason)));
  if (isMost(byCpu)) return { cause: 'CPU', explained: byCpu };
  const byCosts = count(({ verdict }) => verdict === 'explained');
  return isMost(byCosts) ? { cause: 'costs', explained: byCosts } : { cause: null, explained: 0 };
}

/** True where costs account for it: a broad change. False where the server or the base run may be behind it. */
export function isBroadChange({ cause }: Pick<ColumnShift, 'cause'>): boolean {
  return cause !== null;
}
