import type { MetricId } from '@basecase/ingest/model';
import type { CellStatus, Matrix } from '../matrix/matrix';
import { NEWEST_NIGHTS } from '../series/series-rule';
import type { ReleaseLine } from './steps/release-lines';

/** Why a test that has a number in the base has none here: a stop, never a small number. */
export type StopReason = '0 operations' | 'failed' | 'not run';

/** A test that worked in the base, or in the version before, and does not work here (docs/method.md §3.10). */
export interface StoppedCell {
  verdict: 'stopped working';
  mark: 'stopped';
  reason: StopReason;
}

export interface StopQuestion {
  base: number;
  column: number;
  metric: MetricId;
  /** Index of the version before in the release line of the column; left out: the base. */
  before?: number | undefined;
  /** Whether a test that it lacks has vanished, whatever else it lacks. Left out: decided by the lists of tests. */
  vanished?: 'always' | 'never' | undefined;
}

/** A column that lacks more than this part of the tests of the version before ran a selection of them ... */
const LOST_PART = 1 / 4;
/** ... unless a test of it stopped: those after a crash are lost too, up to this part. */
const LOST_AFTER_STOP = 1 / 2;

/**
 * Tests of a column that stopped working: one that failed or did no operation, where the base or the version before did
 * some, and one that vanished. A test has vanished where the version before ran it and this one did not, although it ran
 * at least three quarters of those tests and no more new ones than it lost: otherwise its list of tests is another one,
 * by choice. Without a version before, the base is asked.
 *
 * @returns by row; null: it works, never worked, or was left out by choice
 */
export function findStops(matrix: Matrix<unknown>, question: StopQuestion): (StopReason | null)[] {
  const { base, column, metric, before = base } = question;
  if (metric !== 'throughput' || column === base) return matrix.rows.map(() => null);
  const stops = matrix.rows.map(({ warmup }, row): StopReason | null => {
    const worked = !warmup && [base, before].some((one) => isWorking(matrix, row, one));
    return worked ? ownStop(matrix, row, column) : null;
  });
  const vanished = vanishedTests(matrix, { ...question, before }, stops);
  return stops.map((stop, row) => stop ?? (vanished.has(row) ? 'not run' : null));
}

/** Why a test has no number in a column that ran it; null: it has one, or the column did not run it. */
export function ownStop({ status, values }: Matrix<unknown>, row: number, column: number): StopReason | null {
  const own = status[row]?.[column];
  if (own === 'failed') return 'failed';
  return own === 'ok' && values.throughput?.[row]?.[column] === 0 ? '0 operations' : null;
}

export function isWorking({ status, values }: Matrix<unknown>, row: number, column: number): boolean {
  return status[row]?.[column] === 'ok' && (values.throughput?.[row]?.[column] ?? 0) > 0;
}

function vanishedTests(
  matrix: Matrix<unknown>,
  { column, before, vanished }: StopQuestion & { before: number },
  stops: readonly (StopReason | null)[],
): Set<number> {
  const ran = (row: number, one: number) => (matrix.status[row]?.[one] ?? 'missing') !== 'missing';
  const tests = [...matrix.rows.keys()].filter((row) => !matrix.rows[row]?.warmup);
  const earlier = tests.filter((row) => ran(row, before));
  const lost = earlier.filter((row) => !ran(row, column));
  const gained = tests.filter((row) => ran(row, column) && !ran(row, before));
  const most = stops.some((stop) => stop !== null) ? LOST_AFTER_STOP : LOST_PART;
  const isSameList = lost.length <= most * earlier.length && gained.length <= lost.length;
  const isLost = vanished === undefined ? isSameList : vanished === 'always';
  return new Set(isLost ? lost.filter((row) => isWorking(matrix, row, before)) : []);
}

/** A test that some run has, in the order of the run; null: it has no value. */
export interface ListedTest {
  test: string;
  value: number | null;
}

/** The tests that a column ran, in the order of the rows; warm-ups are left out. */
export function testList({ rows, status, values }: Matrix<unknown>, column: number): ListedTest[] {
  return rows.flatMap(({ key, warmup }, row) =>
    warmup || (status[row]?.[column] ?? 'missing') === 'missing'
      ? []
      : [{ test: key, value: values.throughput?.[row]?.[column] ?? null }],
  );
}

/** How the tests of two runs differ, by name. */
export interface TestListChange {
  added: string[];
  vanished: string[];
  /** A vanished test and a new one at the same place with the same number: it may be one test with another name. */
  renamed: { from: string; to: string }[];
}

/** Values of one test in two versions are as near as this, |ln|, before a new name is suggested. */
const SAME_VALUE = 0.05;

/** New and vanished tests of two runs, both in the order in which the tests were run. */
export function compareTestLists(
  before: readonly ListedTest[],
  after: readonly ListedTest[],
): TestListChange {
  const [own, other] = [namesOf(before), namesOf(after)];
  const vanished = before.filter(({ test }) => !other.has(test));
  const added = after.filter(({ test }) => !own.has(test));
  const isLike = (one: ListedTest, two: ListedTest) =>
    isNear(one.value, two.value) &&
    gapOf(before, one.test, other).join('\n') === gapOf(after, two.test, own).join('\n');
  return {
    added: added.map(({ test }) => test),
    vanished: vanished.map(({ test }) => test),
    renamed: vanished.flatMap((from) => {
      const likely = added.filter((to) => isLike(from, to));
      const [to] = likely;
      // Two tests that could each be the other say nothing.
      const isOnly = to && likely.length === 1 && vanished.filter((one) => isLike(one, to)).length === 1;
      return isOnly ? [{ from: from.test, to: to.test }] : [];
    }),
  };
}

function namesOf(tests: readonly ListedTest[]): Set<string> {
  return new Set(tests.map(({ test }) => test));
}

function isNear(one: number | null, other: number | null): boolean {
  return (
    one !== null && other !== null && one > 0 && other > 0 && Math.abs(Math.log(one / other)) <= SAME_VALUE
  );
}

/** The tests of both runs around a test that one of them has: its place. */
function gapOf(tests: readonly ListedTest[], name: string, shared: ReadonlySet<string>): string[] {
  const at = tests.findIndex(({ test }) => test === name);
  const isShared = ({ test }: ListedTest) => shared.has(test);
  const previous = tests.slice(0, at).findLast(isShared);
  const next = tests.slice(at + 1).find(isShared);
  return [previous?.test ?? '', next?.test ?? ''];
}

/** One night of a test, as far as a stop is concerned. */
export interface NightOutcome {
  status: CellStatus;
  /** Null: no value that counts. */
  value: number | null;
}

/**
 * Since which night a series does not work: the first of the newest nights that all failed or did no operation, where an
 * earlier one did some. Nights without the test in between say nothing.
 *
 * @returns the index of that night and the reason; null where the newest night with the test works, or none ever did
 */
export function stopOfNights(nights: readonly NightOutcome[]): { from: number; reason: StopReason } | null {
  const reasons = nights.map(({ status, value }): StopReason | 'works' | null => {
    if (status === 'failed') return 'failed';
    if (status !== 'ok' || value === null) return null;
    return value === 0 ? '0 operations' : 'works';
  });
  const last = reasons.lastIndexOf('works');
  const from = reasons.findIndex((reason, night) => night > last && reason !== null);
  const reason = reasons[from];
  return last < 0 || !reason || reason === 'works' ? null : { from, reason };
}

/** A test that does not work at the end of a line. Columns and rows are indexes into the matrix. */
export interface LineStop {
  row: number;
  reason: StopReason;
  /** Column that shows it: the newest one; of a line of nights the newest night that has the test. */
  column: number;
  /** Newest column before it in which the test worked: with this base the heatmap shows the same verdict. */
  lastGood: number;
}

/**
 * Tests that stopped working, as the newest version of a line shows them: by `findStops` against the newest version in which
 * each worked, or by `stopOfNights`. A test that the newest nights do not have is not measured any more and has not stopped.
 *
 * @returns in the order of the rows
 */
export function findLineStops(
  matrix: Matrix<unknown>,
  { columns, nights }: Pick<ReleaseLine, 'columns' | 'nights'>,
): LineStop[] {
  const ofBase = new Map<number, (StopReason | null)[]>();
  const [before, column] = columns.slice(-2);
  const askBase = (base: number) => {
    const known = ofBase.get(base);
    if (known || column === undefined) return known ?? [];
    const found = findStops(matrix, { base, column, before, metric: 'throughput' });
    ofBase.set(base, found);
    return found;
  };
  return matrix.rows.flatMap(({ warmup }, row): LineStop[] => {
    const lastGood = columns.findLast((one) => isWorking(matrix, row, one));
    if (warmup || lastGood === undefined || column === undefined || lastGood === column) return [];
    if (nights) return nightStop(matrix, row, columns).map((stop) => ({ ...stop, lastGood }));
    const reason = askBase(lastGood)[row];
    return reason ? [{ row, reason, column, lastGood }] : [];
  });
}

function nightStop(
  { status, values }: Matrix<unknown>,
  row: number,
  columns: readonly number[],
): Omit<LineStop, 'lastGood'>[] {
  const outcomes = columns.map((one) => ({
    status: status[row]?.[one] ?? 'missing',
    value: values.throughput?.[row]?.[one] ?? null,
  }));
  const stop = stopOfNights(outcomes);
  const newest = outcomes.findLastIndex((outcome) => outcome.status !== 'missing');
  const column = columns[newest];
  const isMeasured = newest >= columns.length - NEWEST_NIGHTS;
  return stop && isMeasured && column !== undefined ? [{ row, reason: stop.reason, column }] : [];
}
