import { firstOfTail, type VersionState } from '../../ratio/steps';
import type { CellVerdict } from '../judge-cells';
import { type ChangeDirection, isSure, type Verdict, verdictDirection } from '../verdict';
import type { LineStep } from './row-steps';
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
 * Since when a test differs from the base, along the release line of the base (`firstOfTail`). It agrees with the
 * verdicts by construction, where the steps of an uncalibrated server may start late: they pay 16 sigma² for each.
 * Columns of other lines have none: what they show may be their config's or their build's.
 *
 * @param cells verdicts of the row, by column
 */
export function onsetOf(
  lines: readonly { line: { columns: readonly number[] }; steps: readonly LineStep[] }[],
  cells: readonly CellVerdict[],
  base: number,
): Onset | null {
  const own = lines.find(({ line }) => line.columns.includes(base));
  if (!own) return null;
  const verdictOf = (column: number | undefined) => cells[column ?? -1]?.verdict ?? 'missing';
  const from = own.line.columns.indexOf(base);
  const recorded = own.line.columns.filter(
    (column, place) => place >= from && verdictOf(column) !== 'missing',
  );
  const direction = directionOf(verdictOf(recorded.at(-1)));
  if (direction === null || recorded[0] !== base) return null;
  const states = recorded.slice(1).map((column): VersionState => {
    const verdict = verdictOf(column);
    if (directionOf(verdict) !== direction) return 'no';
    return isSure(verdict) || verdict === 'stopped working' ? 'sure' : 'likely';
  });
  const first = firstOfTail(states);
  const [previous, column] = first === null ? [] : recorded.slice(first, first + 2);
  if (previous === undefined || column === undefined) return null;
  const kind = own.steps.find((step) => step.column === column)?.kind ?? 'verdict';
  return { direction, column, previous, kind };
}

/** A test that stopped is worse than a slower one. */
function directionOf(verdict: Verdict): ChangeDirection | null {
  return verdict === 'stopped working' ? 'slower' : verdictDirection(verdict);
}
