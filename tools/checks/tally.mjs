import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, root } from '../bootstrap/paths.mjs';

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [failures] what failed, a line each: the last lines of a long output are often all that is kept
 */

/**
 * Writes the counts of a task where `npm test` reads them, and where turbo's cache keeps them. Sets the exit code.
 * @param {string} folder below the project's root
 * @param {string} name
 * @param {Tally} tally
 */
export function writeTally(folder, name, tally) {
  const directory = fromRoot(folder, 'test-results');
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, `${name}.json`), `${JSON.stringify(tally)}\n`);
  if (tally.failed > 0) process.exitCode = 1;
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: /** @type {string[]} */ ([]) };
  for (const { passed, failed, skipped, failures = [] } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
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
 * One check that failed.
 * @param {string} what
 * @returns {Tally}
 */
export const failedOne = (what) => ({ passed: 0, failed: 1, skipped: 0, failures: [what] });

/** @param {string | undefined} message of an error, which may be a whole page */
const firstLine = (message) => message?.split('\n', 1)[0] ?? '';

/**
 * Counts of a Vitest run. A file that could not be loaded has no tests but is a failure.
 * @param {{ numPassedTests: number; numPendingTests: number; numTodoTests: number; testResults: { name: string;
 *   status: string; message: string; assertionResults: { status: string; fullName: string;
 *   failureMessages: string[] }[] }[] }} report of its json reporter
 * @returns {Tally}
 */
export function vitestTally(report) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = path.relative(root, name);
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/**
 * @typedef {object} PlaywrightSuite a file, or a block in it
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ file: string; line: number; title: string; tests: { status: string }[] }[]} [specs]
 */

/** More tests than this that pass only at the second try are a fault, not chance. */
const MAX_FLAKY = 2;

/**
 * The tests of a Playwright run that did not pass at once.
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function notAtOnce({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, line, title, tests }) => `${file}:${line} › ${title} (${tests[0]?.status})`);
  return [...own, ...suites.flatMap(notAtOnce)];
}

/**
 * Counts of a Playwright run. A flaky test (failed, then passed) has passed, and Playwright's list names it: on a busy
 * machine one in hundreds comes late. More than two in a run are failures.
 * @param {PlaywrightSuite & { stats: { expected: number; unexpected: number; flaky: number; skipped: number };
 *   errors: { message?: string }[] }} report of its json reporter; errors are those outside of tests
 * @returns {Tally}
 */
export function playwrightTally({ stats, errors, suites }) {
  const isChance = stats.flaky <= MAX_FLAKY;
  return {
    passed: stats.expected + (isChance ? stats.flaky : 0),
    failed: stats.unexpected + (isChance ? 0 : stats.flaky) + errors.length,
    skipped: stats.skipped,
    failures: [...notAtOnce({ suites }), ...errors.map(({ message }) => firstLine(message))],
  };
}

/**
 * A run whose report and exit code disagree has failed in a way that no test shows, such as an error after the tests;
 * so has one that ran no test at all.
 * @param {Tally | null} tally null without a report
 * @param {number | null} exitCode
 * @returns {Tally}
 */
export function withExitCode(tally, exitCode) {
  if (!tally) return failedOne(`no report, exit code ${exitCode}`);
  const silent = tally.failed === 0 && (exitCode !== 0 || tally.passed + tally.skipped === 0);
  if (!silent) return tally;
  const what = exitCode === 0 ? 'nothing was run' : `exit code ${exitCode}, though no test failed`;
  return { ...tally, failed: 1, failures: [...(tally.failures ?? []), what] };
}
