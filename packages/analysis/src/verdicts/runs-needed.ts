import { DEFAULT_RULE, logLoss, type Rule } from './rule';

/**
 * Runs on each side that would make this change sure, if it stays as large (docs/method.md §3.6): the smallest k with
 * 3.3 × s / √k <= |x|.
 *
 * @returns null when 9 are not enough, or when the change is under 3%, which no number of runs would flag
 */
export function runsToConfirm(x: number, sigma: number, rule: Rule = DEFAULT_RULE): number | null {
  const r = Math.exp(x);
  if (r > 1 - rule.delta && r < 1 + rule.delta) return null;
  return smallestCount(rule, (k) => (rule.settleFactor * sigma) / Math.sqrt(k) <= Math.abs(x));
}

/**
 * Runs on each side that would make this `no change`, if it stays as small: the smallest k with
 * |x| + 1.81 × s / √k <= -ln .95, the same limit as in docs/method.md §3.1.
 */
export function runsToClear(x: number, sigma: number, rule: Rule = DEFAULT_RULE): number | null {
  return smallestCount(
    rule,
    (k) => Math.abs(x) + (rule.noChangeFactor * sigma) / Math.sqrt(k) <= logLoss(rule.big),
  );
}

/** The smaller of the two: runs on each side after which the cell says something. Null: more than 9. */
export function runsToSettle(x: number, sigma: number, rule: Rule = DEFAULT_RULE): number | null {
  const counts = [runsToConfirm(x, sigma, rule), runsToClear(x, sigma, rule)].filter((k) => k !== null);
  return counts.length === 0 ? null : Math.min(...counts);
}

function smallestCount(rule: Rule, isEnough: (k: number) => boolean): number | null {
  for (let k = 1; k <= rule.settleCap; k++) if (isEnough(k)) return k;
  return null;
}
