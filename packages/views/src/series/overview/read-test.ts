import {
  besideSince,
  isSure,
  NEWEST_NIGHTS,
  nightVerdict,
  SERIES_RULE,
  type SeriesChange,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import type { OverviewTest, StoredVerdict } from '@basecase/db/types';
import { newestChange, shownVerdict } from '../series-levels';
import { type OverviewBase, type OverviewData, testBase } from './overview-data';

/**
 * The verdict on a test: its level is slower or faster than the base; equal to the base after a change in the shown
 * nights (`moved`); different only by an environment change (`beside`); possibly changed; equal to the base (`same`);
 * too noisy to tell (`unclear`). The newest nights do not have it (`absent`), or there are too few nights (`few`).
 */
export type TestKind =
  | 'slower'
  | 'faster'
  | 'moved'
  | 'beside'
  | 'possible'
  | 'same'
  | 'unclear'
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
