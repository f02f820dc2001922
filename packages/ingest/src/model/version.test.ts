import { describe, expect, it } from 'vitest';
import { compareVersions, versionSortKey } from './version';

describe('compareVersions', () => {
  it('has the order of releases, with what is in development before the first beta', () => {
    const ordered = [
      ...['5.6.51', '8.0.43', '9.5.0', '10.11.5', '18.0', '18.4', '19dev', '19alpha1', '19beta1', '19beta2'],
      ...['19rc1', '19.0', '19.1', '20-devel', '20.0'],
    ];
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
    expect(versionSortKey('19devel') < versionSortKey('19beta1')).toBe(true);
    expect(versionSortKey('19devel') > versionSortKey('18.99')).toBe(true);
  });

  it('does not take the beginning of another word for a stage', () => {
    expect(compareVersions('8.0.28', '8.0.28developer')).toBe(-1);
  });

  it('puts names other than versions last', () => {
    expect(versionSortKey('master')).toBe('~master');
  });
});
