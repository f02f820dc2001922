import type { Matrix } from '../matrix/matrix';
import type { ReleaseLine } from './steps/release-lines';
import { compareTestLists, findStops, isWorking, ownStop, type StopReason, testList } from './stopped';

/** The versions of a line in which a test did not work. Columns and rows are indexes into the matrix. */
export interface Outage {
  row: number;
  /** Of its first version. */
  reason: StopReason;
  /** The first one in which it does not work. */
  firstBad: number;
  /** The newest one before it in which it worked. */
  lastGood: number;
  /** The newest one that shows it. */
  lastSeen: number;
  /** The first one after it in which it works; null: none yet. */
  fixed: number | null;
  /** Throughput in the last good version. */
  value: number;
  /** Of a test that vanished: a new test at its place with the same number, which may be the same one. */
  newName: string | null;
}

/** A test has vanished from nights when so many in a row lack it: one night without it says nothing. */
const VANISHED_NIGHTS = 3;
/** A test that fails again within so many nights did not recover: it is one outage, whatever worked in between. */
const SETTLED_NIGHTS = 3;
/** So many vanished tests are another list of tests, and no new names are looked for. */
const MOST_RENAMED = 20;

/**
 * Every outage of the tests of a line, over its whole history (docs/method.md §3.10). A test stops in the first version in which
 * it failed, did no operation or vanished since the version before, and works again in the next one in which it did some. Versions that left it out by
 * choice say nothing, neither that it works nor that it does not.
 *
 * Nights differ in two ways. A test has vanished when three nights in a row lack it, more than ever before, and each of them ran
 * the others. And a test that fails again within three nights of a recovery has one outage.
 *
 * @returns in the order of the rows, of each the oldest first
 */
export function findOutages(
  matrix: Matrix<unknown>,
  { columns, nights }: Pick<ReleaseLine, 'columns' | 'nights'>,
): Outage[] {
  const lists = new VanishedTests(matrix);
  return matrix.rows.flatMap(({ warmup }, row) =>
    warmup ? [] : rowOutages({ matrix, row, columns, lists, isNights: nights !== null }),
  );
}

interface RowQuestion {
  matrix: Matrix<unknown>;
  row: number;
  columns: readonly number[];
  lists: VanishedTests;
  isNights: boolean;
}

function rowOutages(question: RowQuestion): Outage[] {
  const { matrix, row, columns, isNights } = question;
  const found: Outage[] = [];
  let lastGood: number | null = null;
  let worked = 0;
  for (const [place, column] of columns.entries()) {
    const last = found.at(-1);
    const isOpen = last !== undefined && (last.fixed === null || (isNights && worked < SETTLED_NIGHTS));
    if (isWorking(matrix, row, column)) {
      if (isOpen) last.fixed ??= column;
      worked += 1;
      lastGood = column;
      continue;
    }
    if (lastGood === null) continue;
    const mayVanish = isOpen || columns[place - 1] === lastGood;
    const reason =
      ownStop(matrix, row, column) ?? (mayVanish ? vanishedAt(question, { column, lastGood }) : null);
    if (reason === null) continue;
    if (isOpen) Object.assign(last, { lastSeen: column, fixed: null });
    else found.push(toOutage(question, { reason, column, lastGood }));
    worked = 0;
  }
  return found;
}

/** "not run" where the test vanished, and where it is still gone; null where it was left out. */
function vanishedAt(
  { row, columns, lists, isNights, matrix }: RowQuestion,
  { column, lastGood }: { column: number; lastGood: number },
): StopReason | null {
  const isGone = lists.between(lastGood, column).has(row);
  if (!isGone || !isNights) return isGone ? 'not run' : null;
  const isMissing = (one: number) => (matrix.status[row]?.[one] ?? 'missing') === 'missing';
  const since = columns.indexOf(lastGood) + 1;
  const next = columns.findIndex((one, at) => at >= since && !isMissing(one));
  const gone = columns.slice(since, next < 0 ? undefined : next);
  const isLong =
    gone.length >= VANISHED_NIGHTS && gone.length > longestGap(columns.slice(0, since), isMissing);
  const first = gone.slice(0, VANISHED_NIGHTS);
  return isLong && first.every((one) => lists.between(lastGood, one).has(row)) ? 'not run' : null;
}

/** Most columns in a row that lack a test, after the first one that has it. */
function longestGap(columns: readonly number[], isMissing: (column: number) => boolean): number {
  let [longest, own] = [0, 0];
  for (const column of columns.slice(columns.findIndex((one) => !isMissing(one)))) {
    own = isMissing(column) ? own + 1 : 0;
    longest = Math.max(longest, own);
  }
  return longest;
}

function toOutage(
  { matrix, row, lists }: RowQuestion,
  { reason, column, lastGood }: { reason: StopReason; column: number; lastGood: number },
): Outage {
  return {
    row,
    reason,
    firstBad: column,
    lastGood,
    lastSeen: column,
    fixed: null,
    value: matrix.values.throughput?.[row]?.[lastGood] ?? 0,
    newName: reason === 'not run' ? lists.newName(row, lastGood, column) : null,
  };
}

/** Tests that vanished between two columns, each pair looked at once. */
class VanishedTests {
  readonly #matrix: Matrix<unknown>;
  readonly #rows = new Map<string, ReadonlySet<number>>();
  readonly #names = new Map<string, ReadonlyMap<string, string>>();

  constructor(matrix: Matrix<unknown>) {
    this.#matrix = matrix;
  }

  /** Rows that a column lacks though it ran the tests of the one before. */
  between(before: number, column: number): ReadonlySet<number> {
    return kept(this.#rows, `${before} ${column}`, () => {
      const stops = findStops(this.#matrix, { base: before, column, metric: 'throughput' });
      return new Set(stops.flatMap((reason, row) => (reason === 'not run' ? [row] : [])));
    });
  }

  newName(row: number, before: number, column: number): string | null {
    const names = kept(this.#names, `${before} ${column}`, () => {
      if (this.between(before, column).size > MOST_RENAMED) return new Map();
      const [old, own] = [before, column].map((one) => testList(this.#matrix, one));
      return new Map(compareTestLists(old ?? [], own ?? []).renamed.map(({ from, to }) => [from, to]));
    });
    return names.get(this.#matrix.rows[row]?.key ?? '') ?? null;
  }
}

function kept<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
