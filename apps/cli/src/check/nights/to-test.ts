import {
  ENOUGH_NIGHTS,
  type JudgedCell,
  type SeriesChange,
  type SeriesDoubt,
  type SeriesVerdict,
} from '@basecase/analysis';
import { type FreshTest, type NamedNight, nameNight, nightLabel, type PastNight } from './night';
import { changeVerdict, type SaidOfNight } from './say-of-night';
import type { CheckedTestNight, FoundChange } from './series-check';

type NightName = Pick<PastNight, 'build' | 'source'>;

/** A test without a verdict, with the reason. */
export function notJudged(test: string, why: string): CheckedTestNight {
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
  };
}

/** What a series says of its newest night, with the nights by name. */
export function toSeriesTest(
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
  };
}

/** What a pair says, where there are too few nights. */
export function toPairTest(
  { row, values }: FreshTest,
  { cell, nights }: { cell: JudgedCell; nights: readonly NightName[] },
): CheckedTestNight {
  const count = values.filter((value) => value !== null).length;
  const against = nights[values.slice(0, -1).findLastIndex((value) => value !== null)];
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
  return {
    verdict: changeVerdict(change),
    ratio,
    low,
    high,
    lastGood: named(change.lastGood),
    firstBad: named(change.firstBad),
    nights: change.nights,
    doubts,
  };
}

const DOUBTS: Readonly<Record<SeriesDoubt, string>> = {
  'newest nights': 'a level needs three nights',
  'second opinion': 'a second method does not see it',
  family: 'of so many tests some change as much by chance',
  drift: 'a slow drift fits as well',
  weak: 'hardly larger than the noise',
};

/** `since 27 Aug 2026 g4eb13e8a; last good 26 Aug 2026 g1c0ffee0` */
export function changeText({ firstBad, lastGood, doubts }: FoundChange): string {
  const why = doubts.map((doubt) => `; ${DOUBTS[doubt]}`).join('');
  return `since ${firstBad.label}; last good ${lastGood.label}${why}`;
}
