import { describe, expect, it } from 'vitest';
import { testAliases } from '../results/test-row';

const test = (name: string, range: number | null = null) => ({
  key: range === null ? name : `${name}_range=${range}`,
  name,
  range,
});

describe('tests whose range was left out', () => {
  it('are the one with a range, when there is one', () => {
    const tests = [test('scan'), test('scan', 100), test('scan', 100), test('insert')];
    expect([...testAliases(tests)]).toEqual([['scan', 'scan_range=100']]);
  });

  it('stay as they are when there are several', () => {
    expect(testAliases([test('read-only'), test('read-only', 10), test('read-only', 100)]).size).toBe(0);
  });
});
