import { describe, expect, it } from 'vitest';
import { playwrightTally, sum, summaryLine, vitestTally, withExitCode } from './tally.mjs';

describe('summaryLine', () => {
  it('has the plain form, with skipped tests only if there are any', () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(summaryLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
  });
});

it('sums over suites', () => {
  expect(
    sum([
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]),
  ).toEqual({
    passed: 11,
    failed: 22,
    skipped: 33,
  });
});

it('counts a test file that cannot be loaded as a failure, one with failing tests only once', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(vitestTally(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

it('counts errors outside of tests as failures', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 0, skipped: 2 };
  expect(playwrightTally({ stats, errors: [{}] })).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

it('lets two tests pass at their second try, and calls more of them failures', () => {
  const stats = { expected: 7, unexpected: 0, skipped: 0 };
  const tally = (/** @type {number} */ flaky) => playwrightTally({ stats: { ...stats, flaky }, errors: [] });
  expect(tally(2)).toEqual({ passed: 9, failed: 0, skipped: 0 });
  expect(tally(3)).toEqual({ passed: 7, failed: 3, skipped: 0 });
});

describe('withExitCode', () => {
  const good = { passed: 3, failed: 0, skipped: 0 };
  it('keeps counts that agree with the exit code', () => {
    expect(withExitCode(good, 0)).toEqual(good);
    expect(withExitCode({ passed: 3, failed: 2, skipped: 0 }, 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
    });
  });
  it('fails a run that ended badly without a failing test, that ran nothing, or that left no report', () => {
    expect(withExitCode(good, 1).failed).toBe(1);
    expect(withExitCode({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1);
    expect(withExitCode(null, 0).failed).toBe(1);
  });
});
