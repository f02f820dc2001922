import type { Build } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { SettingError } from '../errors';
import { makeUpload } from '../testing/parsed-upload';
import { applySettings, SETTING_KEYS } from './settings';

const READ: Build = {
  commit: '4eb13e8a',
  branch: null,
  committedAt: '2026-08-29T00:00:00.000Z',
  number: null,
  url: null,
  repository: null,
};

const { runs } = makeUpload({ qps: { scan: [1] }, server: 'pn53' });

describe('applySettings', () => {
  it('changes what names and paths say, in every run', () => {
    const [run] = applySettings(runs, {
      product: 'MariaDB',
      version: '11.8.3',
      flavour: 'rel',
      config: 'z12b',
      cached: 'false',
      label: 'nightly',
      startedAt: '2026-01-31T18:00:00+01:00',
      notes: 'after the upgrade',
      cores: '24',
      device: 'md2',
    });
    expect(run).toMatchObject({
      variant: { product: 'MariaDB', version: '11.8.3', versionKnown: true, flavour: 'rel', config: 'z12b' },
      workload: { cached: false, label: 'nightly' },
      startedAt: '2026-01-31T17:00:00.000Z',
      notes: 'after the upgrade',
      cores: 24,
      server: { name: 'pn53', cores: 24 },
    });
  });

  const nights = runs.map((run) => ({ ...run, variant: { ...run.variant, build: READ } }));

  it('sets the build of a run', () => {
    const [run] = applySettings(runs, {
      commit: '4EB13E8A1B2C',
      branch: 'master',
      committedAt: '2026-08-29T18:00:00+02:00',
      buildNumber: '1234',
      buildUrl: 'https://ci.example/1234',
      repository: 'https://github.com/postgres/postgres',
    });
    expect(run?.variant.build).toEqual({
      commit: '4eb13e8a1b2c',
      branch: 'master',
      committedAt: '2026-08-29T16:00:00.000Z',
      number: 1234,
      url: 'https://ci.example/1234',
      repository: {
        url: 'https://github.com/postgres/postgres',
        commitUrl: 'https://github.com/postgres/postgres/commit/{commit}',
      },
    });
  });

  it('takes the place of what was read of a build, field by field', () => {
    const build = (settings: Record<string, string>) => applySettings(nights, settings)[0]?.variant.build;
    expect(build({ branch: 'master' })).toEqual({ ...READ, branch: 'master' });
    expect(build({ commit: 'aaaaaaaa' })).toEqual({ ...READ, commit: 'aaaaaaaa', committedAt: null });
    expect(build({ commit: 'aaaaaaaa', committedAt: '2026-08-30T01:00:00Z' })).toEqual({
      ...READ,
      commit: 'aaaaaaaa',
      committedAt: '2026-08-30T01:00:00.000Z',
    });
    expect(build({ config: 'z12b' })).toEqual(READ);
  });

  it('reads the build in a version; an explicit build takes precedence', () => {
    const [run] = applySettings(runs, {
      branch: 'master',
      version: '19devel_20260829_g4eb13e8',
      buildNumber: '2',
    });
    expect(run?.variant).toMatchObject({
      version: '19devel',
      versionKnown: true,
      build: { commit: '4eb13e8', branch: 'master', committedAt: READ.committedAt, number: 2 },
    });
  });

  it('marks a version that cannot be ordered', () => {
    expect(applySettings(runs, { version: 'main' })[0]?.variant.versionKnown).toBe(false);
  });

  it('refuses a name that is none before anything is read', () => {
    expect(() => applySettings([], { campaign: 'x'.repeat(101) })).toThrow('Expected the name of a campaign');
  });

  it('leaves runs alone without settings', () => {
    expect(applySettings(runs, {})).toEqual(runs);
  });

  it.each([
    [{ colour: 'red' }, `Unknown setting "colour". Settings: ${SETTING_KEYS.join(', ')}.`],
    [{ toString: 'x' }, 'Unknown setting "toString"'],
    [{ version: '' }, 'has no value'],
    [{ cached: 'maybe' }, 'Expected true or false, found "maybe"'],
    [{ cores: '0' }, 'Expected a whole number from 1, found "0"'],
    [{ cores: '8.5' }, 'Expected a whole number from 1, found "8.5"'],
    [{ startedAt: 'yesterday' }, 'Expected a time'],
    [{ commit: 'HEAD' }, 'Expected 7 to 64 hexadecimal digits of a commit as commit, found "HEAD"'],
    [{ commit: '' }, 'Expected 7 to 64 hexadecimal digits'],
    [
      { committedAt: '2026-08-29' },
      'Expected a time with its zone, as in 2026-08-29T18:00:00Z as committedAt',
    ],
    [{ buildNumber: '-1' }, 'Expected a whole number from 0 to 2147483647 as buildNumber, found "-1"'],
    [
      { buildUrl: 'javascript:alert(1)' },
      'Expected an address that begins with http:// or https:// as buildUrl',
    ],
    [{ repository: 'git@github.com:a/b' }, 'found "git@github.com:a/b"'],
    [
      { branch: 'master' },
      'Nothing names a build that this is of. Expected commit, committedAt or buildNumber',
    ],
    [{ campaign: ' may' }, 'Expected the name of a campaign'],
  ])('refuses %j', (settings, message) => {
    expect(() => applySettings(runs, settings)).toThrow(SettingError);
    expect(() => applySettings(runs, settings)).toThrow(message);
  });
});
