import { describe, expect, it } from 'vitest';
import { selectTests, testOptions } from './trends-data';

const choice = (key: string, group: string) => ({
  key,
  group,
  groupLabel: group.toUpperCase(),
  unit: 'queries/s',
});
const TESTS = [choice('scan', 'range'), choice('scan_range=100', 'range'), choice('insert', 'write')];

describe('selected tests', () => {
  it('are one test, under every name that tables have for it', () => {
    expect(selectTests(TESTS, 'scan')).toMatchObject({
      test: 'scan_range=100',
      title: 'scan range=100',
      isMean: false,
      tests: [{ keys: ['scan_range=100', 'scan'] }],
    });
  });

  it('are a group, or all', () => {
    expect(selectTests(TESTS, 'group:write')).toMatchObject({ title: 'WRITE, geometric mean', isMean: true });
    expect(selectTests(TESTS, 'group:nothing').tests).toHaveLength(2);
    expect(selectTests(TESTS, '').test).toBe('all');
  });

  it('are offered once each, by group', () => {
    expect(testOptions(TESTS).groups.map(({ id, tests }) => [id, tests.map(({ label }) => label)])).toEqual([
      ['range', ['scan range=100']],
      ['write', ['insert']],
    ]);
  });
});
