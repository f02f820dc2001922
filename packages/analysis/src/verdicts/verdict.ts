/** The verdict on a sure change. */
export type SureVerdict = 'regression' | 'improvement' | 'small regression' | 'small improvement';

/** The verdict on a cell against the base. The words are those of docs/method.md §3.1. */
export type Verdict =
  /** It worked in the base, and does not here: the worst, above every regression. It has no ratio. */
  | 'stopped working'
  | SureVerdict
  | 'possible regression'
  | 'possible improvement'
  | 'no change'
  | 'unclear'
  | 'missing';

/** How a verdict is drawn: `sure` is larger than `small`, and both are believed. */
export type VerdictMark = 'sure' | 'small' | 'possible' | 'no change' | 'unclear' | 'stopped' | 'missing';

export type ChangeDirection = 'slower' | 'faster';

const MARKS: Readonly<Record<Verdict, VerdictMark>> = {
  'stopped working': 'stopped',
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

/** Null for a verdict that names no change of a number: a stop has none. */
export function verdictDirection(verdict: Verdict): ChangeDirection | null {
  if (verdict.endsWith('regression')) return 'slower';
  return verdict.endsWith('improvement') ? 'faster' : null;
}

/** True for a change that is believed: sure or small. */
export function isSure(verdict: Verdict): verdict is SureVerdict {
  return MARKS[verdict] === 'sure' || MARKS[verdict] === 'small';
}

/** True for a change that is believed or possible, and for a stop: what has to be seen. */
export function isFlagged(verdict: Verdict): boolean {
  return verdictDirection(verdict) !== null || verdict === 'stopped working';
}

/** True for a verdict on two numbers: what "of 12 tests" counts. */
export function isCompared(verdict: Verdict): boolean {
  return verdict !== 'missing' && verdict !== 'stopped working';
}

/**
 * Whether a place shows a change that is sure in another one. A change the other way does not show it; what is likely or
 * within noise is open.
 */
export function showsChange(verdict: Verdict, kind: 'regression' | 'improvement'): 'yes' | 'no' | 'open' {
  if (verdict === 'unclear' || verdict === 'missing' || verdict === `possible ${kind}`) return 'open';
  if (verdict === 'stopped working') return kind === 'regression' ? 'yes' : 'no';
  return verdict === kind || verdict === `small ${kind}` ? 'yes' : 'no';
}

/** A step after the statistics that changed a verdict. */
export type VerdictChange = 'support' | 'guard' | 'evidence' | 'host' | 'steal' | 'failures';
