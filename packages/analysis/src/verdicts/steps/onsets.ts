import type { CellVerdict } from '../judge-cells';
import { type ChangeDirection, isSure, verdictDirection } from '../verdict';
import type { LineSteps } from './row-steps';
import type { StepKind } from './version-steps';

/** Since when a test is slower, or faster, than the base. */
export interface Onset {
  direction: ChangeDirection;
  /** The first bad version. */
  column: number;
  /** The recorded column of the line before it: the last good one. */
  previous: number;
  /** Kind of the step that starts here; `verdict` when only verdicts show it, without a step. */
  kind: StepKind | 'verdict';
}

/**
 * Since when a test differs from the base, along the release line of the base: the first column from which on every
 * recorded column to the end of the line is flagged in one direction, itself sure. It agrees with the verdicts by
 * construction, where the steps of an uncalibrated server may start late: they pay 16 sigma² for each. Columns of other
 * lines have none: what they show may be their config's or their build's.
 *
 * @param cells verdicts of the row, by column
 */
export function onsetOf(
  lines: readonly LineSteps[],
  cells: readonly CellVerdict[],
  base: number,
): Onset | null {
  const own = lines.find(({ line }) => line.columns.includes(base));
  if (!own) return null;
  const from = own.line.columns.indexOf(base);
  const recorded = own.line.columns.filter(
    (column, place) => place >= from && (cells[column]?.verdict ?? 'missing') !== 'missing',
  );
  const first = firstOfTail(recorded, cells);
  const [previous, column] = recorded.slice(Math.max(0, first - 1), first + 1);
  if (first < 1 || previous === undefined || column === undefined) return null;
  const direction = verdictDirection(cells[column]?.verdict ?? 'missing');
  if (direction === null) return null;
  const kind = own.steps.find((step) => step.column === column)?.kind ?? 'verdict';
  return { direction, column, previous, kind };
}

/** Place of the first sure column of the flagged tail; 0 when there is none, as the base is at 0. */
function firstOfTail(recorded: readonly number[], cells: readonly CellVerdict[]): number {
  const verdictAt = (place: number) => cells[recorded[place] ?? -1]?.verdict ?? 'missing';
  const direction = verdictDirection(verdictAt(recorded.length - 1));
  if (direction === null) return 0;
  let first = 0;
  for (let place = recorded.length - 1; place > 0; place--) {
    if (verdictDirection(verdictAt(place)) !== direction) break;
    if (isSure(verdictAt(place))) first = place;
  }
  return first;
}
