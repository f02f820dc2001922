import {
  countVerdicts,
  nightLineName,
  type SeriesDoubt,
  type StopDetail,
  type Verdict,
} from '@basecase/analysis';
import type { ReadRange } from '../../git-commits';
import { identityWords } from '../../workload-words';
import type { JudgedTest } from '../draw-check';
import type { LeftOut, NightOrder } from './night';
import { type CheckedNight, type NamedNight, nameNight, type ServerEvent } from './night';
import { orderNote } from './place-nights';

/** A level that ended and another that began. */
export interface FoundChange {
  verdict: Verdict;
  /** Level after / level before, with its 95% interval. */
  ratio: number;
  low: number;
  high: number;
  lastGood: NamedNight;
  firstBad: NamedNight;
  /** Builds with the same time and no known order, one of them the first bad one; left out: its place is known. */
  tied?: NamedNight[];
  /** Nights that the new level rests on. */
  nights: number;
  /** Why it is not sure. */
  doubts: SeriesDoubt[];
}

/** The verdict on one test of a new build. */
export interface CheckedTestNight extends JudgedTest {
  /** `pair`: there are too few nights for a series, so it was compared with the newest night that has the test. */
  judgedBy: 'series' | 'pair' | 'nothing';
  /** What is new with this build; `missing` when it was not judged. `stopped working` needs no nights but one. */
  verdict: Verdict;
  /**
   * Of a change level after / level before with its 95% interval; else the new build / the level, or the night, that it
   * was compared with, and what 95% of the noise lies between. Null when it was not judged.
   */
  ratio: number | null;
  low: number | null;
  high: number | null;
  /** Nights with a value, the new one among them. */
  nights: number;
  /** The change that is new; null without one, and of a pair. */
  change: FoundChange | null;
  /** Changes for the worse that were known before this build, and last. */
  known: FoundChange[];
  /** The environment change at the same time as the test; it is not attributed to a build. */
  event: { label: string; ratio: number } | null;
  /** Of a test that stopped working: how, and the line that tells it; null where no log does. */
  stop: StopDetail | null;
}

/** A new build judged against the nights of one series. */
export interface CheckedSeries {
  /** `PostgreSQL 19devel@master rel x10b_c8r32` */
  line: string;
  benchmark: string;
  workload: string;
  server: string | null;
  night: NamedNight;
  /** Past nights, and the newest of them. */
  nights: number;
  newest: NamedNight | null;
  orderedBy: NightOrder;
  /** Where numbers and times of builds disagree, in words; null where they do not. */
  orderNote: string | null;
  leftOut: LeftOut[];
  counts: Readonly<Record<Verdict, number>>;
  tests: CheckedTestNight[];
  /** Events of the server whose first bad build is that of a change; left out: there are none. */
  events?: ServerEvent[];
  /** Commits of each new change; left out: no clone was given. */
  suspects?: SuspectRange[];
}

/** Commits after the last good build, up to the first bad one. */
export interface SuspectRange extends ReadRange {
  after: string;
  upTo: string;
}

export interface SeriesCheckResult {
  against: string;
  series: CheckedSeries[];
}

/** True when something was compared, or stopped working, in each series that has tests. */
export function isEachJudged({ series }: SeriesCheckResult): boolean {
  const own = series.filter(({ tests }) => tests.length > 0);
  return own.length > 0 && own.every(({ tests }) => tests.some(({ verdict }) => verdict !== 'missing'));
}

/** The verdicts on all tests of a new build in one series, with the nights they were judged against. */
export function toCheckedSeries({ fresh, history }: CheckedNight, tests: CheckedTestNight[]): CheckedSeries {
  const { identity } = fresh.group;
  const { product, version, flavour, config, benchmark } = identity;
  const newest = history.nights.at(-1);
  const events = eventsOf(history, tests);
  const line = nightLineName({ version, branch: history.branch });
  return {
    line: [product, line, flavour, config].filter((part) => part !== null).join(' '),
    benchmark,
    workload: identityWords(identity),
    server: history.server,
    night: nameNight(fresh),
    nights: history.nights.length,
    newest: newest ? nameNight(newest) : null,
    orderedBy: history.orderedBy,
    orderNote: orderNote(history.nights),
    leftOut: history.leftOut,
    counts: countVerdicts(tests),
    tests: history.testHref
      ? tests.map((test) => ({ ...test, href: history.testHref?.(test.test) ?? '' }))
      : tests,
    ...(events.length > 0 && { events }),
  };
}

/** Events whose first bad build is that of a change, new or known. */
function eventsOf(
  { serverEvents = [] }: CheckedNight['history'],
  tests: readonly CheckedTestNight[],
): ServerEvent[] {
  const bad = new Set(
    tests.flatMap(({ change, known }) =>
      [change, ...known].flatMap((one) => one?.firstBad.commit?.slice(0, 8) ?? []),
    ),
  );
  return serverEvents
    .filter(({ firstBad }) => bad.has(/-g([0-9a-f]{8})$/.exec(firstBad)?.[1] ?? ''))
    .map(({ url, sentence, firstBad }) => ({ url, sentence, firstBad }));
}
