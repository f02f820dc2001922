import type { PreviewRun, UploadPreview } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { intakeModel, rememberedLayout, type WaitingUpload } from './intake';

const run = (over: Partial<PreviewRun> = {}): PreviewRun => ({
  label: 'x.my9500_rel.z12a_c8r32.pk1',
  path: 'x.my9500_rel.z12a_c8r32.pk1',
  product: 'MySQL',
  version: '9.5.0',
  versionKnown: true,
  flavour: 'rel',
  config: 'z12a_c8r32',
  benchmark: 'sysbench',
  workload: 'sysbench, cached',
  workloadDetails: [],
  server: { name: '8-core c8r32', from: 'guessed', cores: 8 },
  results: { ok: 3 },
  measurements: 9,
  isStored: false,
  contents: { file: 'x.my9500/sb.o.scan', files: 3, clients: 1, test: 'scan', tests: 3, repeats: 1 },
  ...over,
});

const waiting = (
  id: string,
  runs: PreviewRun[],
  over: { said?: string | null; preview?: Partial<UploadPreview> } = {},
): WaitingUpload => ({
  id,
  filename: `${id}.tar.gz`,
  sha256: id.repeat(64),
  knownServers: [{ slug: 'pn53', name: 'pn53', cores: 8, layout: '{config}/x.txt' }],
  knownCampaigns: [],
  campaign: { said: over.said ?? null, ofFiles: [], changes: [] },
  preview: {
    parserVersion: 2,
    runs,
    results: 3 * runs.length,
    measurements: 9,
    files: [{ kind: 'sysbench', status: 'parsed', count: 3 }],
    diagnostics: [],
    ...over.preview,
  },
});

describe('intakeModel', () => {
  it('makes one table of several uploads, with one button for all of them', () => {
    const model = intakeModel(['1', '2', '3'].map((id) => waiting(id, [run()])));
    expect(model).toMatchObject({
      title: '3 files',
      holds: '3 runs, 9 results, 9 files, 0 warnings',
      sentence: 'All 3 runs are new.',
      confirm: 'Add all 3',
      files: [{ kind: 'sysbench', count: '9' }],
    });
    expect(model.uploads.map(({ filename, runs }) => [filename, runs.length])).toEqual([
      ['1.tar.gz', 1],
      ['2.tar.gz', 1],
      ['3.tar.gz', 1],
    ]);
  });

  it('offers the layout of the server that is typed, until all uploads are read by it', () => {
    const named = (pattern: string, isLayout: boolean) =>
      waiting('1', [run()], { preview: { naming: { pattern, isLayout, unmatched: [], questions: [] } } });
    const read = (...uploads: WaitingUpload[]) => rememberedLayout(intakeModel(uploads), ' PN53 ');
    expect(read(named('{_}/x.txt', false))).toBe('{config}/x.txt');
    expect(read(named('{config}/x.txt', true), named('{_}/x.txt', true))).toBe('{config}/x.txt');
    expect(read(named('{config}/x.txt', true))).toBeNull();
    expect(read(waiting('1', [run()]))).toBeNull();
    expect(rememberedLayout(intakeModel([named('{_}/x.txt', false)]), 'other')).toBeNull();
  });

  it('says how many can be added, and how many are left out', () => {
    expect(intakeModel([waiting('1', [run()])]).confirm).toBe('Add 1 run');
    expect(intakeModel([waiting('1', [run(), run()])], 1).confirm).toBe('Add 2, leave out 1');
    expect(intakeModel([waiting('1', [])]).confirm).toBe('Keep the files');
  });

  it('asks once for the server, and knows which uploads need the answer', () => {
    const named = run({ server: { name: 'pn53', from: 'manifest', cores: 8 } });
    const model = intakeModel([waiting('1', [named]), waiting('2', [run()])]);
    expect(model.server.isAsked).toBe(true);
    expect(model.uploads.map(({ asksServer }) => asksServer)).toEqual([false, true]);
  });

  it('begins with the campaign that all uploads were given', () => {
    const given = (...said: (string | null)[]) =>
      intakeModel(said.map((each, at) => waiting(String(at), [run()], { said: each }))).campaign.given;
    expect(given('may', 'may')).toBe('may');
    expect(given('may', null)).toBe('');
  });

  it('adds up the diagnostics of all uploads, warnings first', () => {
    const group = (code: string, severity: 'info' | 'warning', count: number) => ({
      code,
      severity,
      count,
      examples: [],
    });
    const { diagnostics } = intakeModel([
      waiting('1', [run()], { preview: { diagnostics: [group('UNKNOWN_FILE', 'info', 9)] } }),
      waiting('2', [run()], {
        preview: { diagnostics: [group('LOG_TRUNCATED', 'warning', 1), group('UNKNOWN_FILE', 'info', 2)] },
      }),
    ]);
    expect(diagnostics.map(({ code, count }) => [code, count])).toEqual([
      ['LOG_TRUNCATED', '1'],
      ['UNKNOWN_FILE', '11'],
    ]);
  });

  it('shows a run of one file as this file, and a run of several as their directory', () => {
    const one = run({
      contents: {
        file: 'a/thr1/res.txt',
        files: 1,
        clients: 1,
        test: 'oltp_read_only',
        tests: 1,
        repeats: 2,
      },
    });
    const [{ runs } = { runs: [] }] = intakeModel([waiting('1', [one, run()])]).uploads;
    expect(runs.map(({ path, tests, repeats }) => [path, tests, repeats])).toEqual([
      ['a/thr1/res.txt', 'oltp_read_only', 2],
      ['x.my9500_rel.z12a_c8r32.pk1/', '3 tests', null],
    ]);
  });
});
