import { describe, expect, it } from 'vitest';
import type { VariantKey } from '../verdicts/noise/noise-types';
import { findReleaseLines } from '../verdicts/steps/release-lines';
import { findConfigLines, withConfigLines } from './config-lines';
import type { LineEvidence } from './line-types';

/** A night for each name, `x10a` or `x10a/REL_18`; builds are numbered in this order. */
const nightsOf = (...names: (string | null)[]): (VariantKey & { label: string })[] =>
  names.map((name, index) => {
    const [config = '', branch = 'master'] = name?.split('/') ?? [];
    const commit = String(index).repeat(8);
    const build = { commit, branch, committedAt: null, number: index, url: null, repository: null };
    return {
      ...{ product: 'PostgreSQL', version: '19devel', flavour: null, label: '' },
      config: name === null ? null : config,
      build,
    };
  });
const repeat = (count: number, name: string) => Array.from({ length: count }, () => name);
const linesOf = (nights: ReturnType<typeof nightsOf>, evidence?: LineEvidence) =>
  findConfigLines(nights, evidence).lines.map(({ configs }) => configs);

describe('configs of nights', () => {
  it('are one line where the later name follows the earlier one, in any order of the columns', () => {
    const nights = nightsOf(...repeat(20, 'x10a'), ...repeat(3, 'x10b'), 'x11a');
    const { lines } = findConfigLines(nights);
    expect(lines).toMatchObject([
      { configs: ['x10a', 'x10b', 'x11a'], nights: { version: '19devel', branch: 'master' } },
    ]);
    expect(linesOf(nights.toReversed())).toEqual([['x10a', 'x10b', 'x11a']]);
    const joined = withConfigLines(nights, lines);
    expect(findReleaseLines(joined, -1)).toMatchObject([{ config: 'x10a', columns: { length: 24 } }]);
  });

  it('are two series where they alternate, or where the same nights have both', () => {
    expect(linesOf(nightsOf('x10a', 'x10b', 'x10a', 'x10b', 'x10a', 'x10b'))).toEqual([]);
    const both = [...nightsOf(...repeat(4, 'x10a')), ...nightsOf(...repeat(4, 'x10b'))];
    expect(linesOf(both)).toEqual([]);
  });

  it('are joined at a night that was measured with both where no test differs', () => {
    const before = nightsOf('x10a', 'x10a', 'x10a');
    const after = nightsOf('', '', 'x10b', 'x10b').filter(({ config }) => config === 'x10b');
    const compare = (moved: number) => ({ compare: () => ({ moved, tests: 12 }) });
    expect(linesOf([...before, ...after], compare(0))).toEqual([['x10a', 'x10b']]);
    expect(linesOf([...before, ...after], compare(1))).toEqual([]);
    const [line] = findConfigLines([...before, ...after], compare(0)).lines;
    expect(line?.seams[0]?.shared?.version).toContain('2222222');
  });

  it('say nothing of another branch, of releases, or of nights without a config', () => {
    expect(linesOf(nightsOf(...repeat(3, 'x10a'), ...repeat(3, 'x10b/REL_18_STABLE')))).toEqual([]);
    expect(linesOf(nightsOf(null, null, 'x10a'))).toEqual([]);
    const nights = nightsOf(...repeat(3, 'x10a'), ...repeat(3, 'x10b'));
    const { lines } = findConfigLines(nights);
    const releases = nights.slice(-1).map(({ build: _, ...release }) => ({ ...release, version: '18.0' }));
    expect(withConfigLines(releases, lines)).toEqual(releases);
  });

  it('are split by a decision, and joined by a confirmed step', () => {
    const nights = nightsOf(...repeat(3, 'fast'), ...repeat(3, 'quick'));
    const decided = (action: 'step' | 'split') => ({
      decisions: [{ product: 'PostgreSQL', from: 'fast', to: 'quick', action }],
    });
    expect(linesOf(nights)).toEqual([]);
    expect(linesOf(nights, decided('step'))).toEqual([['fast', 'quick']]);
    const successive = nightsOf(...repeat(3, 'x10a'), ...repeat(3, 'x10b'));
    const split = {
      decisions: [{ product: 'PostgreSQL', from: 'x10a', to: 'x10b', action: 'split' as const }],
    };
    expect(linesOf(successive, split)).toEqual([]);
  });

  it('name the settings that changed, three at most', () => {
    const settings = (value: number) => ['a', 'b', 'c', 'd'].map((name) => `${name}=${value}`).join('\n');
    const nights = nightsOf('x10a', 'x10a', 'x10b');
    const seamOf = (texts: Record<string, string>) => {
      const { lines } = findConfigLines(nights, { settingsOf: (_, config) => texts[config] ?? null });
      return withConfigLines(nights, lines).map(({ seam }) => seam);
    };
    expect(seamOf({ x10a: 'a=1', x10b: 'a=2' })).toEqual([undefined, undefined, 'a 1 → 2']);
    expect(seamOf({ x10a: settings(1), x10b: `${settings(1)}\ne=2\nf=2\ng=2\nh=2` })[2]).toBe(
      'e not set → 2, f not set → 2, g not set → 2, 1 more',
    );
    expect(seamOf({})).toEqual([undefined, undefined, undefined]);
  });
});
