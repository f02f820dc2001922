import { type Verdict, verdictDirection, verdictMark } from '../verdicts/verdict';

/*
 * The one vocabulary of certainty, for pages, exports, the terminal and the API. A verdict is a value of JSON and of
 * stored documents and keeps its name; people read these words.
 */

/** How sure a comparison is, surest first: the values of the API and of CSV. Not measured is null there. */
export const CERTAINTIES = ['sure', 'likely', 'noise'] as const;

export type Certainty = (typeof CERTAINTIES)[number];

/** How a level is written and drawn. */
export interface CertaintyLevel {
  /** Filled bars of three. */
  bars: 0 | 1 | 2 | 3;
  /** In tables and chips. */
  short: string;
  /** In legends and sentences. */
  word: string;
  /** How a cell shows it. */
  look: 'filled' | 'dashed' | 'plain' | 'hatched';
}

const NOT_MEASURED: CertaintyLevel = {
  bars: 0,
  short: 'Not measured',
  word: 'not measured',
  look: 'hatched',
};

const LEVELS: Readonly<Record<Certainty, CertaintyLevel>> = {
  sure: { bars: 3, short: 'Sure', word: 'sure', look: 'filled' },
  likely: { bars: 2, short: 'Likely', word: 'likely, not confirmed', look: 'dashed' },
  noise: { bars: 1, short: 'Within noise', word: 'within noise', look: 'plain' },
};

/** The words and the look of a level; null: not measured. */
export function certaintyLevel(certainty: Certainty | null): CertaintyLevel {
  return certainty === null ? NOT_MEASURED : LEVELS[certainty];
}

const OF_MARK = {
  sure: 'sure',
  small: 'sure',
  stopped: 'sure',
  possible: 'likely',
  'no change': 'noise',
  unclear: 'noise',
  missing: null,
} as const;

/** The level of a verdict; null: not measured. A test that stopped working is sure: it has no result. */
export function certaintyOf(verdict: Verdict): Certainty | null {
  return OF_MARK[verdictMark(verdict)];
}

/** `likely regression`, `within noise`: a verdict as people read it. */
export function verdictName(verdict: Verdict): string {
  switch (verdict) {
    case 'possible regression':
      return 'likely regression';
    case 'possible improvement':
      return 'likely improvement';
    case 'unclear':
      return LEVELS.noise.word;
    case 'missing':
      return NOT_MEASURED.word;
    default:
      return verdict;
  }
}

/** `slower`, `likely faster`: the change that a verdict names; null where it names none. */
export function changeWord(verdict: Verdict): string | null {
  const direction = verdictDirection(verdict);
  return direction && (certaintyOf(verdict) === 'likely' ? `likely ${direction}` : direction);
}

/** Mark of a verdict in plain text: `v` and `^` where it is sure, `?v` and `?^` where it is likely, `=` within noise. */
export function certaintyMark(verdict: Verdict): string {
  const certainty = certaintyOf(verdict);
  if (certainty === null) return '-';
  if (certainty === 'noise') return '=';
  const arrow = verdictDirection(verdict) === 'faster' ? '^' : 'v';
  return certainty === 'likely' ? `?${arrow}` : arrow;
}
