import type { Matrix } from '../matrix/matrix';
import { type RoundsEstimate, roundsEstimate } from './rounds';

/**
 * What the interleaved rounds that two cells share say (docs/method.md §11). Where they share several recordings, the
 * rounds of all of them count.
 *
 * @returns null where they share less than 8 rounds, or none
 */
export function comparedRounds(
  { rounds = [] }: Pick<Matrix<unknown>, 'rounds'>,
  { row, base, column }: { row: number; base: number; column: number },
): RoundsEstimate | null {
  const before: (number | null)[] = [];
  const after: (number | null)[] = [];
  let starts = 0;
  for (const { values, restartEvery } of rounds) {
    const [own, other] = [values[row]?.[column] ?? [], values[row]?.[base] ?? []];
    const started = new Set<number>();
    for (const [round, value] of other.entries()) {
      if (value === null || (own[round] ?? null) === null) continue;
      before.push(value);
      after.push(own[round] ?? null);
      started.add(Math.floor(round / restartEvery));
    }
    starts += started.size;
  }
  return roundsEstimate(before, after, starts);
}

/** True where a cell was recorded in rounds: its slices are parts of one session, not separate runs. */
export function isOfRounds({ rounds = [] }: Matrix<unknown>, row: number, column: number): boolean {
  return rounds.some(({ values }) => (values[row]?.[column] ?? []).length > 0);
}
