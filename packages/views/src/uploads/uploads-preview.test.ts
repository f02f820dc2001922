import type { PreviewRun, UploadPreview } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { uploadPreview } from './uploads-preview';

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
  workloadDetails: ['1 client', 'pk'],
  server: { name: '8-core c8r32', from: 'guessed', cores: 8 },
  results: { ok: 32, warmup: 6 },
  measurements: 900,
  isStored: false,
  ...over,
});

const preview = (runs: PreviewRun[], over: Partial<UploadPreview> = {}): UploadPreview => ({
  parserVersion: 2,
  runs,
  results: 38 * runs.length,
  measurements: 900,
  files: [
    { kind: 'sysbench', status: 'parsed', count: 1200 },
    { kind: 'unknown', status: 'unknown', count: 3 },
  ],
  diagnostics: [],
  ...over,
});

const known = [{ slug: 'pn53', name: 'pn53', cores: 8 }];

describe('uploadPreview', () => {
  it('counts what was found, and how many of the results are warm-ups', () => {
    const { totals } = uploadPreview(preview([run(), run({ version: '8.4.6' })]), known);
    expect(totals.map(({ value, label }) => `${value} ${label}`)).toEqual([
      '2 runs',
      '76 results',
      '12 of them warm-ups',
      '1\u202f203 files',
      '0 warnings',
    ]);
  });

  it('names products with their versions, builds and configs once', () => {
    const { facts } = uploadPreview(
      preview([run(), run({ version: '8.4.6' }), run({ product: 'MariaDB', version: '11.8', config: null })]),
      known,
    );
    expect(Object.fromEntries(facts.map(({ label, text }) => [label, text]))).toEqual({
      Products: 'MySQL 9.5.0, 8.4.6; MariaDB 11.8',
      Build: 'rel',
      Config: 'z12a_c8r32',
      Benchmark: 'sysbench',
      Workload: 'sysbench, cached, 1 client, pk',
    });
  });

  it('names facts that are not recorded', () => {
    const { facts } = uploadPreview(preview([run({ flavour: null })]), known);
    expect(facts.find(({ label }) => label === 'Build')?.text).toBe('not recorded');
  });

  it('explains the effect of confirming', () => {
    const of = (...stored: boolean[]) =>
      uploadPreview(preview(stored.map((isStored) => run({ isStored }))), known);
    expect(of(false)).toMatchObject({ sentence: 'The run is new.' });
    expect(of(false, false).sentence).toBe('All 2 runs are new.');
    expect(of(true, false).sentence).toMatch(/^1 of 2 runs are new/);
    expect(of(true, true).sentence).toMatch(/^Everything is already stored/);
  });

  it('asks for the server unless basecase.json names it', () => {
    const manifest = { name: 'pn53', from: 'manifest', cores: 8 } as const;
    expect(uploadPreview(preview([run({ server: manifest })]), known).server.isAsked).toBe(false);
    expect(uploadPreview(preview([run({ server: manifest }), run()]), known).server.isAsked).toBe(true);
  });

  it('offers the one server that files name, and asks for none where they name several', () => {
    const named = (name: string) => run({ server: { name, from: 'files', cores: null } });
    const question = (...names: string[]) =>
      uploadPreview(preview(names.map((name) => named(name))), known).server;
    expect(question('hetz', 'hetz')).toMatchObject({ isAsked: true, suggestion: 'hetz' });
    expect(question('hetz', 'dell32')).toMatchObject({ isAsked: false, names: ['hetz', 'dell32'] });
  });

  it('suggests the server that the uploader named, and a guess only when such a server is known', () => {
    const suggestion = (server: PreviewRun['server'], servers = known) =>
      uploadPreview(preview([run({ server })]), servers).server.suggestion;
    expect(suggestion({ name: 'new box', from: 'named', cores: null })).toBe('new box');
    expect(suggestion({ name: '8-core c8r32', from: 'guessed', cores: 8 })).toBe('');
    const guess = { slug: '8-core-c8r32', name: '8-core c8r32', cores: 8 };
    expect(suggestion({ name: guess.name, from: 'guessed', cores: 8 }, [...known, guess])).toBe(guess.name);
  });

  it('asks whether the data was cached if that is unknown', () => {
    expect(uploadPreview(preview([run({ workload: 'sysbench' })]), known).asksCached).toBe(true);
    expect(uploadPreview(preview([run({ workload: 'sysbench, IO-bound' })]), known).asksCached).toBe(false);
  });

  it('begins with the given campaign and explains an empty field', () => {
    const of = (campaigns: (string | null)[], given: string | null = null) =>
      uploadPreview(preview(campaigns.map((campaign) => run({ campaign }))), known, given).campaign;
    expect(of([null])).toEqual({ given: '', else: 'this upload alone' });
    expect(of(['may', 'june', 'may'])).toEqual({ given: '', else: 'may, june, as basecase.json says' });
    expect(of(['may'], 'may')).toEqual({ given: 'may', else: 'this upload alone' });
    // A preview that was made before there were campaigns.
    expect(uploadPreview(preview([run()]), known).campaign.else).toBe('this upload alone');
  });

  it('marks unknown versions and counts failures', () => {
    const row = uploadPreview(
      preview([run({ versionKnown: false, results: { ok: 1, failed: 2, sla_failed: 1 } })]),
      known,
    ).runs[0];
    expect(row).toMatchObject({ results: '1 ok, 2 failed, 1 missed their SLA' });
    expect(row?.remark).toMatch(/unknown version/);
  });
});
