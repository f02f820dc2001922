import { benjaminiHochberg } from '../statistics/benjamini-hochberg';
import { expectedRange, medianFactor } from '../statistics/expected-range';
import { commonMode } from './common-mode';
import { type ChangeExplanation, isCpuReason } from './explain/explain-change';
import { type MeasuredChange, noChangeReach, pValue } from './p-value';
import { DEFAULT_RULE, logLoss, type Rule } from './rule';
import { isSure, type Verdict } from './verdict';

/** Verdicts of a column, and what was taken off its changes before. */
export interface JudgedColumn {
  /** What its tests share, on the log scale; 0: nothing was taken off. */
  commonMode: number;
  verdicts: Verdict[];
}

/**
 * Verdict of each test of one version against the base (docs/method.md §3.1). The family is all compared tests of the
 * column, never the visible part: scrolling must not change a verdict.
 *
 * - p is that of the change without the common mode (§2.6); its size is the smaller of the two, and none where they
 *   disagree about the direction
 * - rejected by Benjamini-Hochberg and r beyond 5%: sure; beyond 3%: small
 * - else beyond 5% and p <= .05: possible
 * - else |x| + 1.81 se <= -ln .95, with and without the common mode: no change (less than 5%, 95% one-sided)
 * - else unclear: these runs cannot tell at this noise
 *
 * @param cells null = not compared: `missing`, not in the family. Those of rounds have no common mode: pairing took
 * it off
 * @param ofHost how far the machine moved, where the whole column is taken for that (§3.7): taken off instead of the
 * common mode
 */
export function judgeColumn(
  cells: readonly (MeasuredChange | null)[],
  rule: Rule = DEFAULT_RULE,
  ofHost: number | null = null,
): JudgedColumn {
  const shared =
    ofHost ??
    commonMode(
      cells.map((cell) => (cell && !('se' in cell) ? cell : null)),
      rule,
    );
  const centred = cells.map((cell) => cell && ('se' in cell ? cell : { ...cell, x: cell.x - shared }));
  const ps = centred.map((cell) => cell && pValue(cell, rule));
  const rejected = benjaminiHochberg(ps, rule.q);
  const verdicts = cells.map((cell, index): Verdict => {
    const [own, p] = [centred[index] ?? null, ps[index] ?? null];
    if (cell === null || own === null || p === null) return 'missing';
    return judgeCell([cell, own], { p, isRejected: rejected[index] ?? false, rule });
  });
  return { commonMode: shared, verdicts };
}

function judgeCell(
  [raw, centred]: readonly [MeasuredChange, MeasuredChange],
  { p, isRejected, rule }: { p: number; isRejected: boolean; rule: Rule },
): Verdict {
  const size = raw.x * centred.x > 0 ? Math.min(Math.abs(raw.x), Math.abs(centred.x)) : 0;
  const r = Math.exp(centred.x < 0 ? -size : size);
  const isBig = r <= 1 - rule.big || r >= 1 + rule.big;
  const isSmall = r <= 1 - rule.delta || r >= 1 + rule.delta;
  const word = centred.x < 0 ? 'regression' : 'improvement';
  if (isRejected && isBig) return word;
  if (isRejected && isSmall) return `small ${word}`;
  if (isBig && p <= rule.pMaybe) return `possible ${word}`;
  const reach = Math.max(Math.abs(raw.x), Math.abs(centred.x)) + noChangeReach(raw, rule);
  return reach <= logLoss(rule.big) ? 'no change' : 'unclear';
}

/**
 * Support by counts (docs/method.md §3.2): a `possible` change becomes sure when a count per operation moved with it by
 * at least 10% and is enough for at least 75% of it. CPU is not a second witness: it follows throughput by arithmetic.
 */
export function supportByCounts(
  verdict: Verdict,
  explanation: ChangeExplanation,
  rule: Rule = DEFAULT_RULE,
): Verdict {
  const supported = explanation.reasons.some(
    (reason) =>
      !isCpuReason(reason) &&
      reason.almostNone === undefined &&
      reason.share >= rule.supportShare &&
      Math.abs(Math.log(reason.ratio)) >= rule.supportMove,
  );
  if (!supported) return verdict;
  if (verdict === 'possible regression') return 'regression';
  return verdict === 'possible improvement' ? 'improvement' : verdict;
}

/**
 * Repeat guard (docs/method.md §3.3): a change under 3.2 standard errors of its repeats is not confirmed by them. A range
 * grows with the number of repeats, so that it is turned into a standard error first.
 *
 * @param spread largest |ln| between repeats on either side; 0 for single runs
 * @param runs on each side; the fewer, of at least two, count
 */
export function guardByRepeats(
  verdict: Verdict,
  x: number,
  { spread, runs }: { spread: number; runs: readonly [number, number] },
): Verdict {
  const least = Math.min(...runs.filter((count) => count > 1));
  if (spread === 0 || !Number.isFinite(least)) return verdict;
  const error = spread / expectedRange(least) / Math.sqrt(least / medianFactor(least));
  return GUARD * error <= Math.abs(x) ? verdict : possibleAtMost(verdict);
}

/** Of two repeats this is half of the change as their range. */
export const GUARD = 3.2;

/** The verdict on a change that may not be sure: `possible`, whatever its size (docs/method.md §3.7). */
export function possibleAtMost(verdict: Verdict): Verdict {
  if (!isSure(verdict)) return verdict;
  return verdict.endsWith('regression') ? 'possible regression' : 'possible improvement';
}
