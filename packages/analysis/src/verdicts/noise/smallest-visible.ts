import { pValue } from '../p-value';
import { DEFAULT_RULE, logLoss } from '../rule';

/**
 * Smallest loss (1 - r) that is sure when only one of `tests` tests has it: p at most q / tests, and 3% at least.
 *
 * @param runs on each side
 */
export function smallestVisible(sigma: number, { tests, runs }: { tests: number; runs: number }): number {
  const limit = DEFAULT_RULE.q / Math.max(1, tests);
  const isSure = (x: number) => pValue({ x, sigma, baseRuns: runs, versionRuns: runs }) <= limit;
  let [low, high] = [0, 1];
  while (!isSure(high) && high < 1e6) high *= 2;
  // p falls with x: half the distance, forty times, is more digits than anybody reads.
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (isSure(middle)) high = middle;
    else low = middle;
  }
  return 1 - Math.exp(-Math.max(high, logLoss(DEFAULT_RULE.delta)));
}
