import type { Verdict } from '@basecase/analysis';

const LETTERS: Readonly<Record<Verdict, string>> = {
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
