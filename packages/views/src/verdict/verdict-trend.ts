import {
  formatRatio,
  isBetter,
  isWorse,
  type Level,
  MISSING,
  NEUTRAL,
  type Verdict,
  verdictFill,
  verdictLevel,
} from '@basecase/analysis';

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

/** What a level means, for screen readers. */
export function levelWord(level: Level): string {
  return { bad: ' regression', good: ' improvement', plain: '' }[emphasisOf(level) ?? 'plain'];
}
