import { benjaminiHochberg } from '../statistics/benjamini-hochberg';
import type { ChangeExplanation } from './explain/explain-change';
import { type ComparedCell, pValue, standardError } from './p-value';
import { DEFAULT_RULE, logLoss, type Rule } from './rule';
import { isSure, type Verdict } from './verdict';

/**
 * Verdict of each test of one version against the base (docs/method.md §3.1). The family is all compared tests of the
 * column, never the visible part: scrolling must not change a verdict.
 *
 * - rejected by Benjamini-Hochberg and r beyond 5%: sure; beyond 3%: small
 * - else beyond 5% and p <= .05: possible
 * - else |x| + 1.81 se <= -ln .95: no change (less than 5%, 95% one-sided)
 * - else unclear: these runs cannot tell at this noise
 *
 * @param cells null = not compared: `missing`, not in the family
 */
export function judgeColumn(cells: readonly (ComparedCell | null)[], rule: Rule = DEFAULT_RULE): Verdict[] {
  const ps = cells.map((cell) => cell && pValue(cell, rule));
  const rejected = benjaminiHochberg(ps, rule.q);
  return cells.map((cell, index) => {
    const p = ps[index] ?? null;
    if (cell === null || p === null) return 'missing';
    return judgeCell(cell, { p, isRejected: rejected[index] ?? false, rule });
  });
}

function judgeCell(
  cell: ComparedCell,
  { p, isRejected, rule }: { p: number; isRejected: boolean; rule: Rule },
): Verdict {
  const r = Math.exp(cell.x);
  const isBig = r <= 1 - rule.big || r >= 1 + rule.big;
  const isSmall = r <= 1 - rule.delta || r >= 1 + rule.delta;
  const word = cell.x < 0 ? 'regression' : 'improvement';
  if (isRejected && isBig) return word;
  if (isRejected && isSmall) return `small ${word}`;
  if (isBig && p <= rule.pMaybe) return `possible ${word}`;
  const reach = Math.abs(cell.x) + rule.noChangeFactor * standardError(cell);
  return reach <= logLoss(rule.big) ? 'no change' : 'unclear';
}

/**
 * Support by counts (docs/method.md §3.2): a `possible` change becomes sure when a count per operation moved with it by at
 * least 10% and is enough for at least 75% of it. CPU is no second witness: it follows throughput by arithmetic.
 */
export function supportByCounts(
  verdict: Verdict,
  explanation: ChangeExplanation,
  rule: Rule = DEFAULT_RULE,
): Verdict {
  const supported = explanation.reasons.some(
    ({ metric, ratio, share, almostNone }) =>
      metric !== 'cpu_per_op' &&
      almostNone === undefined &&
      share >= rule.supportShare &&
      Math.abs(Math.log(ratio)) >= rule.supportMove,
  );
  if (!supported) return verdict;
  if (verdict === 'possible regression') return 'regression';
  return verdict === 'possible improvement' ? 'improvement' : verdict;
}

/**
 * Repeat guard (docs/method.md §3.3): repeats that differ by more than half of the change cannot confirm it.
 *
 * @param spread largest |ln| between repeats on either side; 0 for single runs
 */
export function guardByRepeats(verdict: Verdict, x: number, spread: number): Verdict {
  if (!isSure(verdict) || spread <= Math.abs(x) / 2) return verdict;
  return verdict.endsWith('regression') ? 'possible regression' : 'possible improvement';
}
