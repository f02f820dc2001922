import type { IngestReport } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { buildSettings } from '../options';
import { runCaptured } from '../testing/capture';
import { describeReport, parseSettings } from './ingest';

const SERVER = { databaseUrl: '', blobs: '', migrations: '', url: 'http://127.0.0.1:3000', isRunning: false };

describe('parseSettings', () => {
  it('collects repeated settings; a value may hold an equals sign', () => {
    expect(parseSettings('config=x=1', parseSettings('version=9.5.0'))).toEqual({
      version: '9.5.0',
      config: 'x=1',
    });
  });

  it.each([
    ['version', 'Expected key=value'],
    ['version=', 'Expected key=value'],
    ['verison=9', 'Keys: version, product'],
    ['commit=HEAD', 'Expected 7 to 64 hexadecimal digits of a commit, found "HEAD"'],
    ['committedAt=2026-08-29', 'Expected a time with its zone'],
  ])('refuses %s', (text, message) => {
    expect(() => parseSettings(text)).toThrow(message);
  });
});

describe('basecase ingest', () => {
  it('refuses a wrong setting before it touches anything', async () => {
    const { code, stderr } = await runCaptured(['ingest', 'x', '--set', 'colour=red']);
    expect(code).toBe(1);
    expect(stderr).toContain('Unknown key "colour"');
  });
});

describe('options of a build', () => {
  it.each([
    ['--commit', 'HEAD', 'Expected 7 to 64 hexadecimal digits of a commit, found "HEAD"'],
    ['--branch', '', 'Expected the name of a branch'],
    ['--committed-at', '2026-08-29', 'Expected a time with its zone, as in 2026-08-29T18:00:00Z'],
    ['--build-number', 'x', 'Expected a whole number from 0'],
    ['--repository', 'git@host:a', 'Expected an address that begins with http:// or https://'],
  ])('refuse %s %j before anything is read', async (option, value, message) => {
    const { code, stderr } = await runCaptured(['ingest', 'x', option, value]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('are settings of the upload', () => {
    expect(buildSettings({ commit: '4eb13e8a', committedAt: '2026-08-29T18:00:00Z' })).toEqual({
      commit: '4eb13e8a',
      committedAt: '2026-08-29T18:00:00Z',
    });
    expect(parseSettings('buildNumber=7', { branch: 'master' })).toEqual({
      branch: 'master',
      buildNumber: '7',
    });
  });
});

describe('describeReport', () => {
  it('lists new runs, known runs, and their links', () => {
    const report: IngestReport = {
      uploadId: '1',
      outcome: 'stored',
      runs: [
        {
          id: '1',
          label: 'x.my8043.pk1',
          results: 32,
          isNew: true,
          clients: 1,
          comparePath: '/compare?server=pn53',
          openPath: '/compare?server=pn53',
        },
        {
          id: '2',
          label: 'x.my9500.pk1',
          results: 1,
          isNew: false,
          clients: 8,
          comparePath: '/compare?server=pn53',
          openPath: '/compare?server=pn53',
        },
      ],
      artifacts: { parsed: 65, kept: 12, unknown: 1 },
      diagnostics: [],
    };
    expect(describeReport('runs.tar.gz', report, SERVER)).toBe(
      [
        'runs.tar.gz: stored',
        '  new: x.my8043.pk1, 1 client, 32 results',
        '  already there: x.my9500.pk1, 8 clients, 1 result',
        '  files: 65 read, 12 kept as they are, 1 not recognized',
        '  look at: http://127.0.0.1:3000/compare?server=pn53',
        '',
      ].join('\n'),
    );
  });

  it('names the clients of runs that differ in nothing else, and has one link for their sweep', () => {
    const openPath = '/clients?server=pn53&workload=pgbench-8c';
    const run = (clients: number | null) => ({
      ...{ id: String(clients), label: 'pg17.5', results: 3, isNew: true, clients, openPath },
      comparePath: `/compare?server=pn53&workload=pgbench-${clients}c`,
    });
    const report: IngestReport = {
      ...{ uploadId: '1', outcome: 'stored', runs: [run(1), run(8), run(null)], diagnostics: [] },
      artifacts: { parsed: 9, kept: 0, unknown: 0 },
    };
    expect(describeReport('sweep', report, SERVER).split('\n').slice(1)).toEqual([
      '  new: pg17.5, 1 client, 3 results',
      '  new: pg17.5, 8 clients, 3 results',
      '  new: pg17.5, 3 results',
      '  files: 9 read, 0 kept as they are, 0 not recognized',
      `  look at: http://127.0.0.1:3000${openPath}`,
      '',
    ]);
  });
});
