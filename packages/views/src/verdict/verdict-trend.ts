import {
  formatRatio,
  isBetter,
  isSure,
  isWorse,
  type Level,
  MISSING,
  NEUTRAL,
  type Verdict,
  verdictDirection,
  verdictFill,
  verdictLevel,
} from '@basecase/analysis';

/** How a test does in one place, for "slower only at 40 clients" against "slower on every server". */
export type VerdictTrend = 'worse' | 'better' | 'same' | null;

/**
 * What a verdict says of a place. Null where it says nothing: a change that is only possible, or unclear, is neither a
 * loss there nor the proof that there is none, so it must not make "slower only on ...".
 */
export function verdictTrend(verdict: Verdict): VerdictTrend {
  if (verdict === 'no change') return 'same';
  if (verdict === 'stopped working') return 'worse';
  if (!isSure(verdict)) return null;
  return verdictDirection(verdict) === 'slower' ? 'worse' : 'better';
}

/** The word for a place that its verdict leaves open; null where it settles something, or nothing was run. */
export function openWord(verdict: Verdict): 'possibly slower' | 'possibly faster' | 'unclear' | null {
  switch (verdict) {
    case 'possible regression':
      return 'possibly slower';
    case 'possible improvement':
      return 'possibly faster';
    case 'unclear':
      return 'unclear';
    default:
      return null;
  }
}

/** Believed changes are tinted from here on: smaller ones are never flagged. */
const SMALLEST = 0.97;

/** Fill of a ratio with its verdict: only what is believed is tinted. */
export function believedLevel(ratio: number | null, verdict: Verdict): Level {
  if (verdict === 'stopped working') return verdictFill(verdict, ratio);
  if (ratio === null || verdict === 'missing') return MISSING;
  const isBelieved = /^(small )?(regression|improvement)$/.test(verdict);
  return isBelieved ? verdictLevel(ratio, 'higher-is-better', SMALLEST) : NEUTRAL;
}

/** Class of a verdict as text on a plain surface. */
export function emphasisOf(level: string): 'bad' | 'good' | undefined {
  if (isWorse(level)) return 'bad';
  return isBetter(level) ? 'good' : undefined;
}

/**
 * The note next to changes that are counted without regard to noise: `Judged by the plain threshold 0.95 / 1.05,
 * ignoring noise.`
 */
export function plainThresholdText(threshold: number): string {
  return `Judged by the plain threshold ${formatRatio(threshold)} / ${formatRatio(1 / threshold)}, ignoring noise.`;
}

const LETTERS: Readonly<Record<Verdict, string>> = {
  'stopped working': 'X',
  regression: 'R',
  'small regression': 'r',
  'possible regression': 'p',
  improvement: 'I',
  'small improvement': 'i',
  'possible improvement': 'q',
  'no change': 'n',
  unclear: 'u',
  missing: '-',
};
const VERDICTS = new Map(Object.entries(LETTERS).map(([verdict, letter]) => [letter, verdict as Verdict]));

/** One letter for each verdict: thousands of them are sent with a page. */
export function verdictLetters(verdicts: readonly Verdict[]): string {
  return verdicts.map((verdict) => LETTERS[verdict]).join('');
}

/** The verdict of a letter; undefined for any other letter, and for none. */
export function verdictOfLetter(letter: string | undefined): Verdict {
  return VERDICTS.get(letter ?? '') ?? 'missing';
}
