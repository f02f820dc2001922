/** The verdict on a sure change. */
export type SureVerdict = 'regression' | 'improvement' | 'small regression' | 'small improvement';

/** The verdict on a cell against the base. The words are those of docs/method.md §3.1. */
export type Verdict =
  | SureVerdict
  | 'possible regression'
  | 'possible improvement'
  | 'no change'
  | 'unclear'
  | 'missing';

/** How a verdict is drawn: `sure` is larger than `small`, and both are believed. */
export type VerdictMark = 'sure' | 'small' | 'possible' | 'no change' | 'unclear' | 'missing';

export type ChangeDirection = 'slower' | 'faster';

const MARKS: Readonly<Record<Verdict, VerdictMark>> = {
  regression: 'sure',
  improvement: 'sure',
  'small regression': 'small',
  'small improvement': 'small',
  'possible regression': 'possible',
  'possible improvement': 'possible',
  'no change': 'no change',
  unclear: 'unclear',
  missing: 'missing',
};

export function verdictMark(verdict: Verdict): VerdictMark {
  return MARKS[verdict];
}

/** Null for a verdict that names no change. */
export function verdictDirection(verdict: Verdict): ChangeDirection | null {
  if (verdict.endsWith('regression')) return 'slower';
  return verdict.endsWith('improvement') ? 'faster' : null;
}

/** True for a change that is believed: sure or small. */
export function isSure(verdict: Verdict): verdict is SureVerdict {
  return MARKS[verdict] === 'sure' || MARKS[verdict] === 'small';
}

/** True for a change that is believed or possible: what is explained. */
export function isFlagged(verdict: Verdict): boolean {
  return verdictDirection(verdict) !== null;
}
