import { isGuessedName } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { makeUpload, type RunSketch } from '../testing/parsed-upload';
import { resolveServer } from './to-store';

function runOf(sketch: Partial<RunSketch>) {
  const [run] = makeUpload({ qps: { scan: [1] }, ...sketch }).runs;
  if (!run) throw new Error('makeUpload gives one run per sketch');
  return run;
}

describe('resolveServer', () => {
  it('takes basecase.json before anything else, and says when a given name was not used', () => {
    const run = runOf({ server: 'pn53' });
    expect(resolveServer(run, null)).toMatchObject({ server: { name: 'pn53', cores: 8 }, diagnostics: [] });
    expect(resolveServer(run, 'PN53').diagnostics).toEqual([]);
    expect(resolveServer(run, 'ser7')).toMatchObject({
      server: { name: 'pn53' },
      diagnostics: [{ code: 'VALUES_DISAGREE' }],
    });
  });

  it('takes the given name before one that files or logs say, with their facts', () => {
    const run = { ...runOf({ server: 'ext4' }), isServerRead: true };
    expect(resolveServer(run, 'hetz')).toMatchObject({ server: { name: 'hetz', cores: 8 }, diagnostics: [] });
    expect(resolveServer(run, null)).toMatchObject({ server: { name: 'ext4' }, diagnostics: [] });
  });

  it('takes cores and memory of the server class when nothing better is known', () => {
    const config = 'x10a_c24r64';
    const named = (cores: number | null) => resolveServer(runOf({ cores, config }), 'hetz').server;
    expect(named(null)).toMatchObject({ name: 'hetz', cores: 24, memoryBytes: 64 * 2 ** 30 });
    expect(named(null).fromClass).toEqual(['cores', 'memoryBytes']);
    expect(named(48)).toMatchObject({ name: 'hetz', cores: 48, fromClass: ['memoryBytes'] });
  });

  it.each(['pn53', '48-core-box', 'c8r32', '8-core c8r32 b'])(
    'takes %s for the name of one machine',
    (name) => {
      expect(isGuessedName(name)).toBe(false);
    },
  );

  it('takes the given name, with the cores of the logs', () => {
    expect(resolveServer(runOf({ cores: 48 }), 'ax162')).toMatchObject({
      server: { name: 'ax162', cores: 48 },
      diagnostics: [],
    });
  });

  it.each([
    [8, 'z12a_c8r32', '8-core c8r32', 8],
    [48, 'x10a_wm8_c32r128', '48-core c32r128', 48],
    [null, 'c8r32', '8-core c8r32', 8],
    [24, 'x10a', '24-core', 24],
    [null, null, 'unnamed server', null],
  ])('guesses from %s cores and config %s: %s', (cores, config, name, expected) => {
    const { server, diagnostics } = resolveServer(runOf({ cores, config }), null);
    expect(server).toMatchObject({ name, cores: expected });
    expect(isGuessedName(server.name)).toBe(true);
    expect(diagnostics).toMatchObject([{ code: 'SERVER_GUESSED', severity: 'warning' }]);
  });
});
