import {
  besideSince,
  isSure,
  NEWEST_NIGHTS,
  nightVerdict,
  SERIES_RULE,
  type SeriesChange,
  type SeriesLevel,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import type { OverviewTest, StoredVerdict } from '@basecase/db/types';
import { linear, type NightTone, type PlaceOf, wedge } from '../../document/nights-chart';
import { newestChange, shownVerdict } from '../series-levels';
import type { SeriesState } from '../series-state';
import { type OverviewBase, type OverviewData, testBase } from './overview-data';

/**
 * The verdict on a test: its level is slower or faster than the base; equal to the base after a change in the shown
 * nights (`moved`); different only by an environment change (`beside`); possibly changed; equal to the base (`same`);
 * too noisy to tell (`unclear`). It stopped working (`stopped`), the newest nights do not have it (`absent`), or there are too few nights (`few`).
 */
export type TestKind =
  | 'slower'
  | 'faster'
  | 'moved'
  | 'beside'
  | 'possible'
  | 'same'
  | 'unclear'
  | 'stopped'
  | 'absent'
  | 'few';

/** The newest level, or the newest nights where they may have left it, against the base. */
export interface LevelNow {
  ratio: number;
  /** 95% interval. */
  low: number;
  high: number;
  verdict: Verdict;
  /** False: an environment change hides it in the ratio. */
  isSeen: boolean;
}

/** The source of the row of a test. */
export interface TestReading {
  test: OverviewTest;
  kind: TestKind;
  base: OverviewBase | null;
  now: LevelNow | null;
  /**
   * The change that began what is shown; null: it is the first level. An environment change does not begin what
   * was slower before it.
   */
  began: SeriesChange | null;
  /** A possible change of the newest nights; null when they are like those before them. */
  newest: SeriesChange | null;
  /** It changed, and later nights took it back. */
  isBack: boolean;
}

/** Reads what the newest evaluation says of a test. */
export function readTest(data: OverviewData, test: OverviewTest, wanted: string): TestReading {
  const base = testBase(test, wanted);
  const nothing = { test, base, now: null, began: null, newest: null, isBack: false };
  const { verdict } = test;
  const last = verdict?.levels.at(-1);
  if (test.stopped) return { ...nothing, kind: 'stopped' };
  if (test.values.slice(-NEWEST_NIGHTS).every((value) => value === null))
    return { ...nothing, kind: 'absent' };
  if (!verdict?.enough || !last || !base) return { ...nothing, kind: 'few' };
  const newest = newestChange(verdict);
  const level = levelNow(verdict, { night: last.end - 1, value: last.value, base });
  const began = changeOf(verdict, { base, word: level.verdict });
  const isBack = began !== null && verdict.changes.some(({ fixed }) => fixed === last.start);
  const found = { ...nothing, now: level, began, newest, isBack };
  if (isSure(level.verdict)) return { ...found, kind: verdictDirection(level.verdict) ?? 'same' };
  if (newest) {
    const now = newestNow(verdict, { change: newest, level: last.value, base });
    return { ...found, kind: 'possible', now, began: newest };
  }
  if (verdictDirection(level.verdict)) return { ...found, kind: 'possible' };
  const isMove = began?.state === 'sure' && began.firstBad >= data.first && !isBack;
  if (isMove && began.brokenBy === null) return { ...found, kind: 'moved' };
  // What the software won and the kernel lost, or the other way round, leaves the level where the base is.
  const isApart = Math.abs(Math.log(level.ratio)) >= SERIES_RULE.leastStep;
  const beside = isApart ? lastBeside(verdict, base) : null;
  if (beside) return { ...found, kind: 'beside', began: beside };
  return { ...found, kind: level.verdict === 'unclear' ? 'unclear' : 'same' };
}

/** The last environment change since the base, if such changes moved the newest level by a step; else null. */
function lastBeside(verdict: StoredVerdict, base: OverviewBase): SeriesChange | null {
  const start = verdict.levels.at(-1)?.start ?? 0;
  if (Math.abs(besideSince(verdict, start, base.place)) < SERIES_RULE.leastStep) return null;
  return verdict.changes.findLast(({ brokenBy, firstBad }) => brokenBy !== null && firstBad <= start) ?? null;
}

/** The change that began the newest level; the one before if that is an environment change after an equally bad level. */
function changeOf(
  verdict: StoredVerdict,
  { base, word }: { base: OverviewBase; word: Verdict },
): SeriesChange | null {
  const { levels, changes } = verdict;
  const begins = (start: number) => changes.find(({ firstBad }) => firstBad === start) ?? null;
  const newest = begins(levels.at(-1)?.start ?? 0);
  for (let place = levels.length - 1; place > 0; place--) {
    const change = begins(levels[place]?.start ?? 0);
    const before = nightVerdict(verdict, levels[place - 1]?.start ?? 0, base).verdict;
    if (change && change.brokenBy === null) return change;
    if (!change || verdictDirection(before) !== verdictDirection(word)) return newest;
  }
  return newest;
}

function levelNow(
  verdict: StoredVerdict,
  { night, value, base }: { night: number; value: number; base: OverviewBase },
): LevelNow {
  const band = nightVerdict(verdict, night, base).band ?? 0;
  const ratio = value / base.value;
  const said = shownVerdict(verdict, { night, ratio, base });
  return { ratio, low: ratio * Math.exp(-band), high: ratio * Math.exp(band), ...said };
}

/** The verdict on the newest nights: possible, whatever a level of their size would be. */
function newestNow(
  verdict: StoredVerdict,
  { change, level, base }: { change: SeriesChange; level: number; base: OverviewBase },
): LevelNow {
  const at = level / base.value;
  return {
    ...levelNow(verdict, { night: change.firstBad, value: level * change.ratio, base }),
    low: at * change.low,
    high: at * change.high,
    verdict: possibleVerdict(change),
    isSeen: true,
  };
}

/** The word for what the newest nights may be. */
export function possibleVerdict({ direction }: Pick<SeriesChange, 'direction'>): Verdict {
  if (direction === null) return 'unclear';
  return direction === 'slower' ? 'possible regression' : 'possible improvement';
}

/** 1.00 is at half of its height. */
export const SPARK = { width: 200, height: 22 } as const;

/** All sparklines have one scale and are cut beyond it; the number in the next cell has the size. */
const LOWEST = 0.9;
const HIGHEST = 1.1;
/** Room for the round ends of nights at the edges. */
const EDGE = 3;
/** Half of a hollow wedge. */
const WEDGE = 3.2;

/** The nights of a test as a few paths: 200 elements in each of 200 rows would take longer to draw than to read. */
export type OverviewSpark = NonNullable<ReturnType<typeof overviewSpark>>;

/** The place of each night: at its date, or side by side. */
export function sparkPlaces({ nights }: Pick<OverviewData, 'nights'>, order: SeriesState['order']): number[] {
  const at = nights.map(({ build }, index) => (order === 'dates' ? Date.parse(build.at) : index));
  const x = linear([Math.min(...at), Math.max(...at)], [EDGE, SPARK.width - EDGE]);
  return at.map((place) => px(x(place)));
}

/** The sparkline of a test; null where nothing can be divided by. */
export function overviewSpark(
  data: Pick<OverviewData, 'first'>,
  reading: TestReading,
  places: readonly number[],
) {
  const { test, base, newest } = reading;
  if (!base) return null;
  const y: PlaceOf = (value) => {
    const place = linear([LOWEST, HIGHEST], [SPARK.height - EDGE, EDGE]);
    return px(place(Math.min(HIGHEST, Math.max(LOWEST, value / base.value))));
  };
  const from = newest ? newest.firstBad - data.first : Number.POSITIVE_INFINITY;
  const dots: string[] = [];
  const wedges: string[] = [];
  for (const [index, value] of test.values.entries()) {
    const x = places[index];
    if (value === null || x === undefined) continue;
    if (index < from) dots.push(`M${x} ${y(value)}h.01`);
    else wedges.push(wedge({ x, y: y(value), half: WEDGE, isUp: newest?.direction === 'faster' }));
  }
  return {
    nights: dots.join(''),
    /** A path for each hue that there is. */
    levels: levelPaths(data, reading, { places, y }),
    /** The newest nights, when they may have left the level: hollow wedges. */
    newest: wedges.length > 0 ? { tone: newest?.direction ?? 'plain', path: wedges.join('') } : null,
  };
}

/** Levels of the shown nights, with the step from one to the next in the hue of the next. */
function levelPaths(
  { first }: Pick<OverviewData, 'first'>,
  { test: { verdict }, base }: TestReading,
  { places, y }: { places: readonly number[]; y: PlaceOf },
) {
  if (!verdict || !base) return [];
  const paths = new Map<NightTone, string[]>();
  let before: SeriesLevel | null = null;
  for (const level of verdict.levels) {
    const [start, end] = [places[Math.max(0, level.start - first)], places[level.end - 1 - first]];
    if (start === undefined || end === undefined) continue;
    const ratio = level.value / base.value;
    const { verdict: word, isSeen } = shownVerdict(verdict, { night: level.start, ratio, base });
    const tone = isSure(word) && isSeen ? (verdictDirection(word) ?? 'plain') : 'plain';
    const step = before ? `M${start} ${y(before.value)}V${y(level.value)}` : `M${start} ${y(level.value)}`;
    const own = paths.get(tone) ?? [];
    own.push(`${step}H${end}`);
    paths.set(tone, own);
    before = level;
  }
  return [...paths].map(([tone, parts]) => ({ tone, path: parts.join('') }));
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
