import { describe, expect, it } from 'vitest';
import { buildName } from './build';
import { readBuildName, versionLabel } from './build-name';

describe('readBuildName', () => {
  it.each([
    ['19devel 20260829-g4eb13e8a', '29 Aug 2026 g4eb13e8a'],
    ['19devel 20260901', '1 Sep 2026'],
    ['19devel 20260901-b1234', '1 Sep 2026 #1234'],
    ['19devel g4eb13e8a', 'g4eb13e8a'],
    ['19devel b7', '#7'],
  ])('%s is %s', (text, label) => {
    expect(readBuildName(text)).toEqual({ version: '19devel', label });
  });

  it.each(['18.4', '19devel', '18 beta1', '19devel 20261399-g4eb13e8a', '', '19devel -'])(
    '%j is the name of no build',
    (text) => {
      expect(readBuildName(text)).toBeNull();
      expect(versionLabel(text)).toBe(text);
    },
  );

  it('reads what buildName writes', () => {
    const build = { commit: '4eb13e8a1b2c', number: 12, committedAt: '2026-08-29T23:10:00.000Z' };
    expect(versionLabel(`19devel ${buildName(build)}`)).toBe('29 Aug 2026 g4eb13e8a');
  });
});
