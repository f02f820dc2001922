/**
 * @typedef {{ passed: number; failed: number; skipped: number }} Tally
 */

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/**
 * The last line of `npm test`: `12 passed, 0 failed`, with `, 3 skipped` if any were.
 * @param {Tally} tally
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Counts of a Vitest run. A file that could not be loaded has no tests but is a failure.
 * @param {{ numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number;
 *   testResults: { status: string; assertionResults: { status: string }[] }[] }} report of its json reporter
 * @returns {Tally}
 */
export function vitestTally(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** More tests than this that pass only at the second try are no chance: something waits for too little, or breaks. */
const MAX_FLAKY = 2;

/**
 * Counts of a Playwright run. A flaky test (failed, then passed) has passed, and Playwright's list names it: on a busy
 * machine one in hundreds comes late. More than two in a run are failures.
 * @param {{ stats: { expected: number; unexpected: number; flaky: number; skipped: number }; errors: unknown[] }} report
 *   of its json reporter; errors are those outside of tests
 * @returns {Tally}
 */
export function playwrightTally({ stats, errors }) {
  const isChance = stats.flaky <= MAX_FLAKY;
  return {
    passed: stats.expected + (isChance ? stats.flaky : 0),
    failed: stats.unexpected + (isChance ? 0 : stats.flaky) + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * A run whose report and exit code disagree has failed in a way that no test shows, such as an error after the tests;
 * so has one that ran no test at all.
 * @param {Tally | null} tally null when there is no report
 * @param {number | null} exitCode
 * @returns {Tally}
 */
export function withExitCode(tally, exitCode) {
  if (!tally) return { passed: 0, failed: 1, skipped: 0 };
  const silent = tally.failed === 0 && (exitCode !== 0 || tally.passed + tally.skipped === 0);
  return silent ? { ...tally, failed: 1 } : tally;
}
