import type { Matrix } from '../../matrix/matrix';
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
 * Whether two runs of what should be the same did the same work (docs/method.md §2.2): over the tests with cs/o >= 0.5
 * in both (at least 10), they did not when at least 10% changed cs/o by 15% (abs ln) or more. The same answer is given
 * when two runs of one label are compared.
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

/** cs/o of each test of two columns. */
export function switchesOf(
  { rows, values }: Matrix<unknown>,
  [from, to]: readonly [number, number],
): [number | null, number | null][] {
  return rows.map((_, row) => [
    values.cs_per_op?.[row]?.[from] ?? null,
    values.cs_per_op?.[row]?.[to] ?? null,
  ]);
}

/**
 * The gate between a column and the base (docs/method.md §3.8). A version may switch more often by itself, so it is
 * only reported and removes no verdict.
 *
 * @returns null where they did the same work, or too few tests tell
 */
export function otherWork(
  matrix: Matrix<unknown>,
  { base, column }: { base: number; column: number },
  rule: Rule = DEFAULT_RULE,
): Comparability | null {
  const found = compareRuns(switchesOf(matrix, [base, column]), rule);
  return found.gate === 'refused' ? found : null;
}
