import {
  formatRatio,
  isSure,
  type Level,
  NEUTRAL,
  type Verdict,
  verdictClass,
  verdictDirection,
  verdictFill,
} from '@basecase/analysis';
import { shownVerdict, unseenWords } from '../shown-verdict';
import type { OverviewHead } from './prepare-heads';
import { possibleVerdict, type TestReading } from './read-test';

/** A night of a test in the heatmap: its own number in the fill of its level. */
export interface OverviewCell {
  text: string;
  /** Fill and mark of the level; `step`: it begins here; `out`: left out; `more-dn`: perhaps lower still. */
  className: string;
  /** What the fill says, in words; empty where it says nothing. */
  words: string;
  /** Of the level; null where nothing is said. */
  verdict: Verdict | null;
  level: Level;
  ratio: number | null;
}

/** What is drawn of a night besides its number. */
type Fill = Pick<OverviewCell, 'className' | 'words' | 'verdict' | 'level'>;

const PLAIN: Fill = { className: 'c n', words: '', verdict: null, level: NEUTRAL };
const GAP: Fill = { className: 'c gap', words: 'not measured', verdict: null, level: NEUTRAL };

/** The cells of a test in the columns of the heatmap. */
export function prepareOverviewCells(
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

/** What a night is drawn as by the level that it lies in. */
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

/** The newest nights have no fill of their own. Slower for sure and perhaps slower still: that of the level stays. */
function newestFill({ test: { verdict }, base, newest }: TestReading): Fill {
  if (!verdict || !base || !newest) return PLAIN;
  const ratio = (verdict.levels.at(-1)?.value ?? 0) / base.value;
  const { verdict: word, isSeen } = shownVerdict(verdict, { night: newest.firstBad, ratio, base });
  const last = verdict.levels.at(-1);
  const possible = possibleVerdict(newest);
  if (!isSure(word) || !last || !isSeen) {
    return {
      className: `c ${verdictClass(possible, 1)}`,
      words: possible,
      verdict: possible,
      level: NEUTRAL,
    };
  }
  const level = verdictFill(word, last.value / base.value);
  const more = newest.direction === 'faster' ? 'more-up' : 'more-dn';
  const still = verdictDirection(word) === newest.direction ? ' still' : '';
  return {
    className: `c ${level} ${more}`,
    words: `${word}, possibly ${newest.direction ?? 'another level'}${still}`,
    verdict: word,
    level,
  };
}
