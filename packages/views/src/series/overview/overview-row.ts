import {
  costRatio,
  DEFAULT_THRESHOLD,
  ENOUGH_NIGHTS,
  formatRatio,
  isChange,
  isSure,
  type Level,
  NEUTRAL,
  NO_VALUE,
  type Verdict,
  verdictClass,
  verdictDirection,
  verdictFill,
  verdictLevel,
  verdictName,
} from '@basecase/analysis';
import { noteOf } from '../../results/test-row';
import { countText } from '../../text/words';
import { sizeText } from '../series-data';
import { shownVerdict, unseenWords } from '../series-levels';
import { type SeriesState, seriesHref } from '../series-state';
import { nightText, type OverviewData, type OverviewHead } from './overview-data';
import { overviewSpark, possibleVerdict, type TestReading } from './read-test';

/** The newest level of a test as it is shown. */
interface OverviewLevel {
  /** `0.90`. */
  text: string;
  /** `± 0.02`; empty without. */
  size: string;
  level: Level;
  /** Filled if confirmed, hollow if possible, dim if unclear. */
  look: 'sure' | 'possible' | 'unclear' | 'plain';
  direction: 'up' | 'dn' | null;
  /** `regression`; empty where there is nothing to say. */
  word: string;
  ratio: number | null;
}

export type OverviewRow = ReturnType<typeof overviewRow>;

/** Shared by all rows of a view. */
interface RowView {
  data: OverviewData;
  state: Pick<SeriesState, 'base'>;
  heads: readonly OverviewHead[];
  /** The place of each night in a sparkline. */
  places: readonly number[];
}

/** Everything that the row of a test shows. */
export function overviewRow(reading: TestReading, { data, state, heads, places }: RowView) {
  const { test, kind } = reading;
  return {
    key: test.test.key,
    name: test.test.name,
    /** `range=100`, or the unit where it is not queries/s. */
    note: noteOf(
      test.test,
      data.tests.map((one) => one.test),
    ),
    kind,
    href: seriesHref({
      server: data.server.slug,
      workload: data.workload.slug,
      line: data.lineKey,
      test: test.test.key,
      base: state.base,
    }),
    spark: overviewSpark(data, reading, places),
    level: levelOf(reading),
    since: sinceOf(data, reading),
    /** What an operation costs at the newest level, to the base. */
    cost: costOf(reading),
    cells: overviewCells(reading, heads),
  };
}

function levelOf({ kind, now }: TestReading): OverviewLevel {
  if (!now) {
    const nothing = { size: '', look: 'plain', direction: null, ratio: null } as const;
    if (kind !== 'stopped') return { ...nothing, text: NO_VALUE, level: NEUTRAL, word: '' };
    const level = verdictFill('stopped working', null);
    return { ...nothing, text: 'stopped', level, look: 'sure', word: '' };
  }
  const { ratio, verdict, isSeen } = now;
  const isFlagged = kind === 'slower' || kind === 'faster' || kind === 'possible';
  // 1.00 in the hue of a gain, because a kernel took it back, would contradict itself.
  if (isFlagged && !isSeen) {
    const size = sizeText(now).replace(/^\S+ /, '');
    const word = unseenWords(verdict);
    return { text: formatRatio(ratio), size, level: NEUTRAL, look: 'plain', direction: null, word, ratio };
  }
  return {
    text: formatRatio(ratio),
    size: sizeText(now).replace(/^\S+ /, ''),
    level: kind === 'possible' ? NEUTRAL : verdictFill(verdict, ratio),
    look: kind === 'possible' ? 'possible' : kind === 'unclear' ? 'unclear' : isFlagged ? 'sure' : 'plain',
    direction: isFlagged ? (verdict.endsWith('regression') ? 'dn' : 'up') : null,
    word: isFlagged || kind === 'unclear' ? verdictName(verdict) : '',
    ratio,
  };
}

/** Of the newest level alone: what the newest nights cost is not known before they are one. */
function costOf({ test, base, kind, newest }: TestReading): {
  text: string;
  level: Level;
  ratio: number | null;
} {
  const isShown =
    base?.kind === 'release' && kind !== 'stopped' && kind !== 'absent' && !(kind === 'possible' && newest);
  const ratio = isShown
    ? costRatio('cpu_per_op', test.verdict?.costs.cpu_per_op ?? null, test.release?.costs.cpu_per_op ?? null)
    : null;
  if (ratio === null) return { text: '', level: NEUTRAL, ratio: null };
  const level = verdictLevel(ratio, 'lower-is-better', DEFAULT_THRESHOLD);
  // A hue is for what moved with a change: no noise of a cost says whether it changed by itself.
  const isFlagged = kind === 'slower' || kind === 'faster' || kind === 'possible';
  return { text: formatRatio(ratio), level: isFlagged && isChange(level) ? level : NEUTRAL, ratio };
}

/** The begin of a level, as a row shows it. */
interface OverviewSince {
  /** `29 Aug`; words without a day: `all nights`. */
  day: string;
  /** `g4eb13e8a`, or the environment change. */
  build: string;
  /** The environment change that explains it; empty without one. */
  external: string;
  /** Index of its first night; null without. */
  night: number | null;
}

const NOTHING = { day: '', build: '', external: '', night: null };

/** The day and the commit of the change of the newest level; what is missing where there is none. */
function sinceOf(data: OverviewData, reading: TestReading): OverviewSince {
  const { kind, began, test } = reading;
  switch (kind) {
    case 'stopped':
      return { ...NOTHING, day: test.stopped ?? '' };
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
    const external = began.brokenBy?.label ?? '';
    return { day, build: external === '' ? build : external, external, night: began.firstBad };
  }
  if (!isFlagged) return NOTHING;
  const start = test.verdict?.levels[0]?.start ?? 0;
  return {
    ...NOTHING,
    day: start === 0 ? `all ${countText(data.total, 'night')}` : nightText(data, start).day,
  };
}

/** `last run 12 Nov`. */
function absentText(data: OverviewData, { test }: TestReading): string {
  const shown = test.values.findLastIndex((value) => value !== null);
  const night = shown >= 0 ? data.first + shown : (test.verdict?.levels.at(-1)?.end ?? 0) - 1;
  const { day } = nightText(data, night);
  return day === ''
    ? `not measured in the last ${countText(data.nights.length, 'night')}`
    : `last run ${day}`;
}

/** `5 of 12 nights`: so many does a level need. */
function fewText(data: OverviewData, { test }: TestReading): string {
  const nights = test.verdict?.nights ?? test.values.filter((value) => value !== null).length;
  if (nights >= ENOUGH_NIGHTS) return data.isStale ? 'being judged' : 'not judged';
  return `${nights} of ${ENOUGH_NIGHTS} nights`;
}

/** A night of a test in the heatmap: its own number in the fill of its level. */
interface OverviewCell {
  text: string;
  /** Fill and mark of the level; `step`: it begins here; `out`: left out; `more-dn`: perhaps lower still. */
  className: string;
  /** What the fill says, in words; empty where it says nothing. */
  words: string;
  /** Of the level; null without a verdict. */
  verdict: Verdict | null;
  level: Level;
  ratio: number | null;
}

/** What is drawn of a night besides its number. */
type Fill = Pick<OverviewCell, 'className' | 'words' | 'verdict' | 'level'>;

const PLAIN: Fill = { className: 'c n', words: '', verdict: null, level: NEUTRAL };
const GAP: Fill = { className: 'c gap', words: 'not measured', verdict: null, level: NEUTRAL };

/** The cells of a test in the columns of the heatmap. */
export function overviewCells(
  reading: TestReading,
  heads: readonly Pick<OverviewHead, 'night' | 'index' | 'afterGap'>[],
): OverviewCell[] {
  const { test, base, newest } = reading;
  const outliers = new Set(test.verdict?.outliers ?? []);
  const fillOf = levelFills(reading);
  return heads.map(({ night, index, afterGap }): OverviewCell => {
    const value = test.values[index] ?? null;
    const space = afterGap ? ' after-gap' : '';
    if (value === null || !base) return { ...GAP, className: GAP.className + space, text: '', ratio: null };
    const isNewest = newest !== null && night >= newest.firstBad;
    const fill = isNewest ? newestFill(reading) : fillOf(night);
    const isOutlier = outliers.has(night);
    return {
      ...fill,
      text: formatRatio(value / base.value),
      className: fill.className + (isOutlier ? ' out' : '') + space,
      words: [fill.words, isOutlier ? 'outlier, left out' : ''].filter(Boolean).join(', '),
      ratio: value / base.value,
    };
  });
}

/** The look of a night in its level. */
function levelFills({ test: { verdict }, base }: TestReading): (night: number) => Fill {
  if (!verdict || !base || base.kind === 'median') return () => PLAIN;
  const fills = verdict.levels.map((level) => {
    const ratio = level.value / base.value;
    const { verdict: word, isSeen } = shownVerdict(verdict, { night: level.start, ratio, base });
    if (!isSeen) return { ...level, fill: { ...PLAIN, words: unseenWords(word), verdict: word } };
    const isSaid = word !== 'no change' && word !== 'missing';
    return {
      ...level,
      fill: {
        className: `c ${verdictClass(word, ratio)}`,
        words: isSaid ? word : '',
        verdict: word === 'missing' ? null : word,
        level: verdictFill(word, ratio),
      },
    };
  });
  return (night) => {
    const own = fills.find(({ start, end }) => night >= start && night < end);
    if (!own) return PLAIN;
    if (night !== own.start || own === fills[0]) return own.fill;
    const words = [own.fill.words, 'a level begins'].filter(Boolean).join(', ');
    return { ...own.fill, className: `${own.fill.className} step`, words };
  };
}

/** The newest nights keep the fill of the level: slower for sure, and perhaps slower still. */
function newestFill({ test: { verdict }, base, newest }: TestReading): Fill {
  if (!verdict || !base || !newest) return PLAIN;
  const ratio = (verdict.levels.at(-1)?.value ?? 0) / base.value;
  const { verdict: word, isSeen } = shownVerdict(verdict, { night: newest.firstBad, ratio, base });
  const last = verdict.levels.at(-1);
  const possible = possibleVerdict(newest);
  if (!isSure(word) || !last || !isSeen) {
    return {
      className: `c ${verdictClass(possible, 1)}`,
      words: verdictName(possible),
      verdict: possible,
      level: NEUTRAL,
    };
  }
  const level = verdictFill(word, last.value / base.value);
  const more = newest.direction === 'faster' ? 'more-up' : 'more-dn';
  const still = verdictDirection(word) === newest.direction ? ' still' : '';
  return {
    className: `c ${level} ${more}`,
    words: `${word}, likely ${newest.direction ?? 'another level'}${still}`,
    verdict: word,
    level,
  };
}
