import { median } from '../statistics/median';
import type { PlacedResult } from './how-recorded';
import type { Matrix } from './matrix';

/**
 * Measured seconds of one run of each column: the sum over its tests, the median of the repeats of each. Load and
 * warm-up are not in it.
 *
 * @returns nothing where no column is known; null for a column in which the time of a test is missing
 */
export function runSecondsOf(
  results: Iterable<PlacedResult>,
  columns: number,
): Pick<Matrix<unknown>, 'runSeconds'> {
  const times = Array.from({ length: columns }, () => new Map<number, (number | null)[]>());
  for (const { row, column, result, seconds } of results) {
    if (row < 0) continue;
    const measured = result.computed?.elapsed ?? result.reported?.elapsed ?? seconds;
    const own = times[column];
    own?.set(row, [...(own.get(row) ?? []), measured]);
  }
  const runSeconds = times.map((tests) => sumOf([...tests.values()]));
  return runSeconds.some((seconds) => seconds !== null) ? { runSeconds } : {};
}

/** Null without a test, and where a test has no known time. */
function sumOf(tests: readonly (number | null)[][]): number | null {
  const middles = tests.map((times) =>
    median(times.flatMap((time) => (time === null || time <= 0 ? [] : [time]))),
  );
  const known = middles.filter((middle) => middle !== null);
  if (known.length === 0 || known.length < middles.length) return null;
  return known.reduce((sum, middle) => sum + middle, 0);
}
