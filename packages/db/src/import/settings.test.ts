import { describe, expect, it } from 'vitest';
import { SettingError } from '../errors';
import { makeUpload } from '../testing/parsed-upload';
import { applySettings, SETTING_KEYS } from './settings';

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
    [{ campaign: ' may' }, 'Expected the name of a campaign'],
  ])('refuses %j', (settings, message) => {
    expect(() => applySettings(runs, settings)).toThrow(SettingError);
    expect(() => applySettings(runs, settings)).toThrow(message);
  });
});
