import { DEFAULT_RULE, type Rule } from '../rule';

/** What the gate says of two runs. */
export interface Comparability {
  /** silent: too few tests with context switches to tell. */
  gate: 'passed' | 'refused' | 'silent';
  /** Tests with enough context switches in both. */
  tests: number;
  /** Of these, tests whose context switches per operation changed. */
  moved: number;
}

/**
 * Whether two runs of what should be the same did the same work (docs/method.md §2.2): over the tests with cs/o >= 0.5 in
 * both (at least 10), they did not when at least 10% changed cs/o by 15% (abs ln) or more. The same answer is given when
 * two runs of one label are compared.
 *
 * @param switches cs/o of one test in each of the two runs; null: not recorded
 */
export function compareRuns(
  switches: readonly (readonly [number | null, number | null])[],
  rule: Rule = DEFAULT_RULE,
): Comparability {
  let tests = 0;
  let moved = 0;
  for (const [a, b] of switches) {
    if (a === null || b === null || Math.min(a, b) < rule.gateSwitches) continue;
    tests += 1;
    if (Math.abs(Math.log(b / a)) >= rule.gateMove) moved += 1;
  }
  if (tests < rule.gateTests) return { gate: 'silent', tests, moved };
  return { gate: moved >= rule.gatePart * tests ? 'refused' : 'passed', tests, moved };
}
