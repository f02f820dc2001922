import { describe, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
import { failedOne, playwrightTally, sum, summaryLine, vitestTally, withExitCode } from './tally.mjs';

describe('summaryLine', () => {
  it('has the plain form, with skipped tests only if there are any', () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(summaryLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
  });
});

it('sums over suites, and keeps what failed', () => {
  expect(
    sum([
      { passed: 1, failed: 2, skipped: 3, failures: ['a', 'b'] },
      failedOne('c'),
      { passed: 10, failed: 0, skipped: 30 },
    ]),
  ).toEqual({ passed: 11, failed: 3, skipped: 33, failures: ['a', 'b', 'c'] });
});

it('counts a test file that cannot be loaded as a failure, one with failing tests only once', () => {
  const passed = { status: 'passed', fullName: 'reads b', failureMessages: [] };
  const failed = { status: 'failed', fullName: 'reads a', failureMessages: ['Error: 1 is not 2\n    at x'] };
  const report = {
    numPassedTests: 5,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { name: fromRoot('a.test.ts'), status: 'failed', message: 'No such module\nb', assertionResults: [] },
      { name: fromRoot('b.test.ts'), status: 'failed', message: '', assertionResults: [failed, passed] },
      { name: fromRoot('c.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
    ],
  };
  expect(vitestTally(report)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    failures: ['a.test.ts: No such module', 'b.test.ts › reads a: Error: 1 is not 2'],
  });
});

it('counts errors outside of tests as failures', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 0, skipped: 2 };
  const test = { file: 'a.spec.ts', line: 3, title: 'opens', tests: [{ status: 'unexpected' }] };
  const suites = [{ suites: [{ specs: [test, { ...test, tests: [{ status: 'expected' }] }] }] }];
  expect(playwrightTally({ stats, errors: [{ message: 'No browser\n…' }], suites })).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    failures: ['a.spec.ts:3 › opens (unexpected)', 'No browser'],
  });
});

it('lets two tests pass at their second try, and calls more of them failures', () => {
  const stats = { expected: 7, unexpected: 0, skipped: 0 };
  const tally = (/** @type {number} */ flaky) => playwrightTally({ stats: { ...stats, flaky }, errors: [] });
  expect(tally(2)).toMatchObject({ passed: 9, failed: 0, skipped: 0 });
  expect(tally(3)).toMatchObject({ passed: 7, failed: 3, skipped: 0 });
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
    const named = (/** @type {string} */ what) => ({ failed: 1, failures: [what] });
    expect(withExitCode(good, 1)).toMatchObject(named('exit code 1, though no test failed'));
    expect(withExitCode({ ...good, passed: 0 }, 0)).toMatchObject(named('nothing was run'));
    expect(withExitCode(null, 0)).toMatchObject(named('no report, exit code 0'));
  });
});
