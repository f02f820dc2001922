import {
  ENOUGH_NIGHTS,
  failedSentence,
  findBreaks,
  isJudged,
  type JudgedCell,
  judgeMatrix,
  judgeSeriesFamily,
  judgeSuccess,
  type MatrixRow,
  matrixOfResults,
  NEWEST_NIGHTS,
  type SeriesChange,
  type SeriesDoubt,
  type SeriesInput,
  type SeriesVerdict,
  type StopDetail,
  type StopReason,
  stopDetail,
  stopSentence,
  unknownNoise,
  verdictDirection,
  type WorkloadKind,
  zeroDetail,
} from '@basecase/analysis';
import { type Diagnostic, metricOf, type ServerKind } from '@basecase/ingest/model';
import { someOf } from '../../exit';
import {
  type CheckedNight,
  type FreshNight,
  type FreshTest,
  type NamedNight,
  type NightHistory,
  nameNight,
  nightLabel,
  type PastNight,
} from './night';
import { tiedNights } from './place-nights';
import type { SeriesIdentity } from './run-group';
import { changeVerdict, type SaidOfNight, sayOfNight } from './say-of-night';
import type { CheckedTestNight, FoundChange } from './series-check';

export interface NightQuestion {
  /** Tests to judge: one family. */
  wants: (test: string) => boolean;
  /** Kind of workload that noise depends on with too few nights. */
  kind: WorkloadKind;
  /** Users of the machine, which matters there too; null if unknown. */
  machine: ServerKind | null;
  /** The new build has only some of the tests, by choice. */
  isPartial: boolean;
  /** What was noticed in the files of the new build. */
  notes: readonly Diagnostic[];
}

/**
 * Judges a new build as the newest night of its series, all tests together (docs/method.md §10). A test with fewer than
 * 12 nights is compared with the newest night that has it; a test that can't be judged has a reason.
 */
export function judgeNewNight(
  { fresh, history }: CheckedNight,
  { wants, isPartial, notes, ...pairs }: NightQuestion,
): CheckedTestNight[] {
  const cells = cellsOf(fresh).filter(({ row }) => wants(row.key));
  const stops = stoppedTests(cells, history, isPartial);
  const tests = cells.flatMap(({ row, value }): FreshTest[] => {
    const past = history.nights.map(({ values }) => values.get(row.key) ?? null);
    const isThere = value !== null && !stops.has(row.key) && past.some((one) => one !== null);
    return isThere ? [{ row, value, values: [...past, value] }] : [];
  });
  const judged = judgeTests(tests, { fresh, history }, pairs);
  const failed = cells.filter(({ status }) => status === 'failed').length;
  const details = new Map(
    cells.flatMap(({ row }): [string, StopDetail | null][] =>
      stops.get(row.key) === '0 operations'
        ? [[row.key, zeroDetail(row, fresh.group.runs)]]
        : [[row.key, stopDetail(row, notes, failed)]],
    ),
  );
  const own = new Set(cells.map(({ row }) => row.key));
  return [
    ...cells.map(({ row: { key }, status, failed }) =>
      withSuccessRate(
        judged.get(key) ?? unjudged(key, { stops, details }, reasonOf(status, { key, history })),
        {
          column: failed,
          base: history.nights.findLast((night) => night.failed?.has(key))?.failed?.get(key) ?? null,
        },
      ),
    ),
    ...history.tests
      .filter((test) => !own.has(test))
      .map((test) => unjudged(test, { stops, details }, 'not in the new build')),
  ];
}

/** The verdict on a test with that on its success rate: faster with more failures is not an improvement. */
function withSuccessRate(
  test: CheckedTestNight,
  { base, column }: { base: number | null; column: number | null },
): CheckedTestNight {
  const rate = column === null ? null : judgeSuccess({ base, column });
  if (rate === null || column === null || test.verdict === 'stopped working') return test;
  const isLower = verdictDirection(rate.verdict) === 'slower';
  if (!isLower || verdictDirection(test.verdict) !== 'faster') return { ...test, successRate: rate };
  const why = failedSentence({ base, column }, { isFaster: true });
  return { ...test, verdict: 'unclear', change: null, successRate: rate, why };
}

/** A test that no number is judged of: it stopped working, or there is a reason why. */
function unjudged(
  test: string,
  found: { stops: ReadonlyMap<string, StopReason>; details: ReadonlyMap<string, StopDetail | null> },
  why: string,
): CheckedTestNight {
  const reason = found.stops.get(test);
  if (reason === undefined) return notJudged(test, why);
  const stop = found.details.get(test) ?? null;
  return { ...notJudged(test, stopSentence(reason, '', stop)), verdict: 'stopped working', stop };
}

function cellsOf({ matrix }: FreshNight): FreshCell[] {
  return matrix.rows.map((row, index) => {
    const status = matrix.status[index]?.[0] ?? 'missing';
    const value = status === 'ok' ? (matrix.values.throughput?.[index]?.[0] ?? null) : null;
    return { row, status, value, failed: matrix.failed?.[index]?.[0] ?? null };
  });
}

/** Why a test of the new build was not judged. */
function reasonOf(status: string, { key, history }: { key: string; history: NightHistory }): string {
  if (status !== 'ok') return `${status.replaceAll('_', ' ')} in the new build`;
  if (history.nights.length === 0) return 'no past nights found';
  return history.tests.includes(key) ? 'worked in no past night' : 'not in the past nights';
}

function judgeTests(
  tests: readonly FreshTest[],
  { fresh, history }: CheckedNight,
  pairs: Omit<NightQuestion, 'wants' | 'isPartial' | 'notes'>,
): Map<string, CheckedTestNight> {
  const nights = [...history.nights, fresh];
  const verdicts = judgeSeries(tests, { fresh, history }, nights.length);
  // Without the newest night: most series are never asked for it.
  let before: SeriesVerdict[] | null = null;
  const found = new Map<string, CheckedTestNight>();
  for (const [index, test] of tests.entries()) {
    const verdict = verdicts[index];
    if (!verdict?.enough) continue;
    const said = sayOfNight(verdict, {
      values: test.values,
      before() {
        before ??= judgeSeries(tests, { fresh, history }, nights.length - 1);
        return before[index] ?? verdict;
      },
    });
    found.set(test.row.key, toSeriesTest(test, { verdict, said, nights }));
  }
  const short = tests.filter(({ row }) => !found.has(row.key));
  const { identity } = fresh.group;
  for (const [test, cell] of judgePairs(short, { identity, ...pairs })) {
    found.set(test.row.key, toPairTest(test, { cell, nights }));
  }
  return found;
}

/** @param count nights that are there; the newest may be left out */
function judgeSeries(
  tests: readonly FreshTest[],
  { fresh, history }: CheckedNight,
  count: number,
): SeriesVerdict[] {
  const nights = [...history.nights, fresh].slice(0, count);
  const dated = nights.map(({ measuredAt, facts, config }) => ({ at: measuredAt, facts, config }));
  const breaks = findBreaks(dated, history.events).map(({ night, label }) => ({ at: night, label }));
  return judgeSeriesFamily(
    tests.map(
      ({ row, values }): SeriesInput => ({
        values: values.slice(0, count),
        better: metricOf('throughput').direction,
        breaks,
        held: history.held.get(row.key) ?? [],
      }),
    ),
  );
}

/**
 * Night against night, for tests with too few nights for a series: the newest one in which the test works is the base. The
 * rule is that of releases (docs/method.md §3), with unknown noise.
 */
function judgePairs(
  tests: readonly FreshTest[],
  { identity, kind, machine }: { identity: SeriesIdentity; kind: WorkloadKind; machine: ServerKind | null },
): [FreshTest, JudgedCell][] {
  const { benchmark, product, version, flavour, config } = identity;
  const column = (label: string) => ({ label, product, version, flavour, config });
  const result = (value: number | null | undefined) =>
    typeof value === 'number'
      ? [{ status: 'ok' as const, computed: { throughput: value }, reported: null }]
      : [];
  const matrix = matrixOfResults({
    columns: [column('before'), column('new')],
    rows: tests.map(({ row }) => row),
    results: tests.map(({ values, value }) => [result(values.slice(0, -1).findLast(works)), result(value)]),
  });
  const { cells } = judgeMatrix(matrix, { base: 0, noise: unknownNoise(benchmark, kind, machine) });
  return tests.flatMap((test, index): [FreshTest, JudgedCell][] => {
    const cell = cells[index]?.[1];
    return cell && isJudged(cell) ? [[test, cell]] : [];
  });
}

/** A night without operations can't be the base, because its ratios are undefined. */
function works(value: number | null): value is number {
  return value !== null && value > 0;
}

type NightName = Pick<PastNight, 'build' | 'source' | 'measuredAt'>;

/** A test without a verdict, with the reason. */
function notJudged(test: string, why: string): CheckedTestNight {
  return {
    test,
    judgedBy: 'nothing',
    verdict: 'missing',
    ratio: null,
    low: null,
    high: null,
    nights: 0,
    change: null,
    known: [],
    event: null,
    why,
    successRate: null,
    stop: null,
  };
}

/** What a series says of its newest night, with the nights by name. */
function toSeriesTest(
  { row, value }: FreshTest,
  { verdict, said, nights }: { verdict: SeriesVerdict; said: SaidOfNight; nights: readonly NightName[] },
): CheckedTestNight {
  const named = (change: SeriesChange) => toFound(change, nights);
  const change = said.change && named(said.change);
  const level = verdict.levels.at(-1);
  const against = level
    ? { ratio: value / level.value, low: level.low / level.value, high: level.high / level.value }
    : { ratio: null, low: null, high: null };
  const { event } = said;
  return {
    test: row.key,
    judgedBy: 'series',
    verdict: change?.verdict ?? 'no change',
    ...(change ? { ratio: change.ratio, low: change.low, high: change.high } : against),
    nights: verdict.nights,
    change,
    known: said.known.map(named),
    event: event?.brokenBy ? { label: event.brokenBy.label, ratio: event.ratio } : null,
    why: change && `${count(change.nights)} ${changeText(change)}`,
    successRate: null,
    stop: null,
  };
}

/** What a pair says, where there are too few nights. */
function toPairTest(
  { row, values }: FreshTest,
  { cell, nights }: { cell: JudgedCell; nights: readonly NightName[] },
): CheckedTestNight {
  const count = values.filter(works).length;
  const against = nights[values.slice(0, -1).findLastIndex(works)];
  const name = against ? nightLabel(against) : 'a past night';
  return {
    ...notJudged(row.key, `against ${name}: ${count} nights, a series needs ${ENOUGH_NIGHTS}`),
    judgedBy: 'pair',
    verdict: cell.verdict,
    ratio: Math.exp(cell.x),
    low: Math.exp(-cell.band),
    high: Math.exp(cell.band),
    nights: count,
  };
}

function count(nights: number): string {
  return `${nights} ${nights === 1 ? 'night' : 'nights'}`;
}

function toFound(change: SeriesChange, nights: readonly NightName[]): FoundChange {
  const { ratio, low, high, doubts } = change;
  const named = (index: number): NamedNight => {
    const night = nights[index];
    return night ? nameNight(night) : { label: `night ${index + 1}`, commit: null };
  };
  // The new build is the newest by what is asked.
  const past = change.firstBad < nights.length - 1 ? nights.slice(0, -1) : nights;
  const tied = tiedNights(past, change.firstBad).map(nameNight);
  return {
    verdict: changeVerdict(change),
    ratio,
    low,
    high,
    lastGood: named(change.lastGood),
    firstBad: named(change.firstBad),
    ...(tied.length > 0 && { tied }),
    nights: change.nights,
    doubts,
  };
}

const DOUBTS: Readonly<Record<SeriesDoubt, string>> = {
  'newest nights': 'a level needs three nights',
  'second opinion': 'a second method does not see it',
  restless: 'many nights are outliers, or jump between two states',
  family: 'of so many tests some change as much by chance',
  drift: 'a slow drift fits as well',
  weak: 'hardly larger than the noise',
};

/** `since 27 Aug 2026 g4eb13e8a; last good 26 Aug 2026 g1c0ffee0`; for builds with the same time, all that may be the first */
export function changeText({ firstBad, lastGood, tied = [], doubts }: FoundChange): string {
  const why = doubts.map((doubt) => `; ${DOUBTS[doubt]}`).join('');
  const isOpen = tied.some(({ label }) => label === lastGood.label);
  const good = isOpen ? '' : `; last good ${lastGood.label}`;
  if (tied.length === 0) return `since ${firstBad.label}${good}${why}`;
  const names = someOf(tied.map(({ label }) => label));
  return `since one of ${tied.length} builds with the same time and no known order: ${names}${good}${why}`;
}

/** A test of the new build as its logs say. */
interface FreshCell {
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
function stoppedTests(
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
