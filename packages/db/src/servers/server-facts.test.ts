import { describe, expect, it } from 'vitest';
import { SettingError } from '../errors';
import { parseMemory, toFactText } from './server-facts';

describe('toFactText', () => {
  it('writes numbers in digits and texts without blanks around them', () => {
    expect(toFactText('cores', 48)).toBe('48');
    expect(toFactText('memoryBytes', 34_359_738_368)).toBe('34359738368');
    expect(toFactText('cpu', '  AMD EPYC 9454P ')).toBe('AMD EPYC 9454P');
    expect(toFactText('kind', 'shared')).toBe('shared');
  });

  it('takes null and nothing as taken back', () => {
    expect(toFactText('cores', null)).toBeNull();
    expect(toFactText('os', '')).toBeNull();
  });

  it.each([
    ['cores', 0],
    ['cores', 2.5],
    ['cores', 100_001],
    ['memoryBytes', -1],
    ['kind', 'cloud'],
    ['storage', ' '],
    ['os', 'x'.repeat(201)],
  ] as const)('refuses %s %s', (fact, value) => {
    expect(() => toFactText(fact, value as never)).toThrow(SettingError);
  });

  it('masks secrets that are pasted', () => {
    expect(toFactText('os', 'ubuntu --password=hunter2')).not.toContain('hunter2');
  });
});

describe('parseMemory', () => {
  it.each([
    ['32', 32 * 2 ** 30],
    ['32 GB', 32 * 2 ** 30],
    ['31.5GiB', 31.5 * 2 ** 30],
    ['512MB', 512 * 2 ** 20],
    ['2 tb', 2 * 2 ** 40],
  ])('reads %s', (text, bytes) => {
    expect(parseMemory(text)).toBe(bytes);
  });

  it.each(['', 'much', '32 XB', '-1', '1e3'])('refuses "%s"', (text) => {
    expect(() => parseMemory(text)).toThrow(SettingError);
  });
});
