import { type MatrixRow, NEWEST_NIGHTS, type StopReason } from '@basecase/analysis';
import type { NightHistory } from './night';

/** A test of the new build as its logs say. */
export interface FreshCell {
  row: MatrixRow;
  status: string;
  /** Null: it failed, or is not believed. */
  value: number | null;
  /** Part of its operations that failed; null: not counted. */
  failed: number | null;
}

/** A night with fewer of the tests that are judged than this part ran a selection of them. */
const WHOLE_PART = 1 / 2;
/** A test that so many nights in a row did not have was dropped: it has not vanished in this build. */
const REMEMBERED_NIGHTS = NEWEST_NIGHTS + 1;

/**
 * Tests that worked in a past night and do not in the new build: failed, without an operation, or vanished. A failed
 * test has stopped working whatever number of nights ago it worked; one that is not there, where it worked within the
 * newest three nights that ran as many tests.
 *
 * @param isPartial the new build has only some of the tests, by choice: none has vanished
 */
export function stoppedTests(
  cells: readonly FreshCell[],
  history: NightHistory,
  isPartial: boolean,
): Map<string, StopReason> {
  const { nights } = history;
  const worked = (test: string, among: NightHistory['nights']) =>
    among.some(({ values }) => (values.get(test) ?? 0) > 0);
  const stops = new Map<string, StopReason>();
  for (const { row, status, value } of cells) {
    const reason = status === 'failed' ? 'failed' : value === 0 ? '0 operations' : null;
    if (reason !== null && worked(row.key, nights)) stops.set(row.key, reason);
  }
  const own = new Set(cells.map(({ row }) => row.key));
  const like = nights.filter(({ values }) => countOf(own, values) >= WHOLE_PART * own.size);
  const newest = like.slice(-REMEMBERED_NIGHTS);
  for (const test of isPartial ? [] : history.tests) {
    if (!own.has(test) && worked(test, newest)) stops.set(test, 'not run');
  }
  return stops;
}

function countOf(tests: ReadonlySet<string>, values: ReadonlyMap<string, number | null>): number {
  return [...tests].filter((test) => (values.get(test) ?? null) !== null).length;
}
