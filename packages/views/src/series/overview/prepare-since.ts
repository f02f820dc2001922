import { ENOUGH_NIGHTS } from '@basecase/analysis';
import { countText } from '../../text/count-text';
import { nightText } from './find-night';
import type { OverviewData } from './overview-data';
import type { TestReading } from './read-test';

/** Since when a level is there, as a row says it. */
export interface OverviewSince {
  /** `29 Aug`; words where there is no day: `all nights`. */
  day: string;
  /** `g4eb13e8a`, or what changed beside the software. */
  build: string;
  /** What changed beside the software, which is not charged with it; empty when nothing did. */
  beside: string;
  /** Index of its first night; null without. */
  night: number | null;
}

const NOTHING = { day: '', build: '', beside: '', night: null };

/** The day and the commit of the change of the newest level; what is missing where there is none. */
export function prepareSince(data: OverviewData, reading: TestReading): OverviewSince {
  const { kind, began, test } = reading;
  switch (kind) {
    case 'absent':
      return { ...NOTHING, day: absentText(data, reading) };
    case 'few':
      return { ...NOTHING, day: fewText(data, reading) };
    default:
  }
  const isFlagged = kind === 'slower' || kind === 'faster' || kind === 'possible' || kind === 'beside';
  // A level that is as the base, and came with another kernel: nothing happened that anybody asks for.
  if (began && !isFlagged && began.brokenBy !== null) return NOTHING;
  if (began) {
    const { day, build } = nightText(data, began.firstBad);
    const beside = began.brokenBy?.label ?? '';
    return { day, build: beside === '' ? build : beside, beside, night: began.firstBad };
  }
  if (!isFlagged) return NOTHING;
  const start = test.verdict?.levels[0]?.start ?? 0;
  return {
    ...NOTHING,
    day: start === 0 ? `all ${countText(data.total, 'night')}` : nightText(data, start).day,
  };
}

/** `not measured since 12 Nov`. */
function absentText(data: OverviewData, { test }: TestReading): string {
  const shown = test.values.findLastIndex((value) => value !== null);
  const night = shown >= 0 ? data.first + shown : (test.verdict?.levels.at(-1)?.end ?? 0) - 1;
  const { day } = nightText(data, night);
  return day === ''
    ? `not measured in the last ${countText(data.nights.length, 'night')}`
    : `not measured since ${day}`;
}

/** `5 of 12 nights`: so many does a level need. */
function fewText(data: OverviewData, { test }: TestReading): string {
  const nights = test.verdict?.nights ?? test.values.filter((value) => value !== null).length;
  if (nights >= ENOUGH_NIGHTS) return data.isStale ? 'being judged' : 'not judged';
  return `${nights} of ${ENOUGH_NIGHTS} nights`;
}
