import { isSure, type Verdict, verdictDirection } from '@basecase/analysis';

/** How a test does in one place, for "slower only at 40 clients" against "slower on every server". */
export type VerdictTrend = 'worse' | 'better' | 'same' | null;

/**
 * What a verdict says of a place. Null where it says nothing: a change that is only possible, or unclear, is neither a
 * loss there nor the proof that there is none, so it must not make "slower only on ...".
 */
export function verdictTrend(verdict: Verdict): VerdictTrend {
  if (verdict === 'no change') return 'same';
  if (verdict === 'missing' || !isSure(verdict)) return null;
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
