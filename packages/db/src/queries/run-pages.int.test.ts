import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError } from '../errors';
import { addServer } from '../import/add-server';
import { importParsed } from '../import/import-parsed';
import { addExclusion, removeExclusion } from '../regressions/noise/noise-exclusions';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload, type RunSketch } from '../testing/parsed-upload';
import { getRunPage } from './get-run-page';
import { listRunFacets, listRuns } from './list-runs';
import { findArtifactIds, listUploadFiles } from './uploads/list-upload-files';
import { listUploadHeatmaps } from './uploads/list-upload-heatmaps';

const LABELS = {
  old: 'x.pg175_rel.x10a_c8r32.pk1',
  middle: 'x.pg180_rel.x10a_c8r32.pk1',
  other: 'x.my8043_rel.z12a_c8r32.pk1',
};
type Name = keyof typeof LABELS;

const QPS = { insert: [2345.6], 'point-query_range=100': [12_345.67, 12_400], 'point-query.warm': [3] };

describe('lists and pages of runs and uploads', () => {
  let database: TestDatabase;
  const uploads = { old: '', middle: '', other: '' };

  const store = async (name: Name, sketch: Omit<RunSketch, 'qps'>) => {
    const parsed = makeUpload({ server: 'pn53', label: LABELS[name], ...sketch, qps: QPS });
    const warning = { severity: 'warning', line: 7, message: 'cut', excerpt: null } as const;
    parsed.diagnostics.push(
      { ...warning, code: 'TRUNCATED_LOG', file: `${LABELS[name]}/sb.o.insert.1` },
      { ...warning, code: 'EMPTY_FILE', file: 'elsewhere/sb.o.scan' },
    );
    const report = await importParsed(database, {
      upload: describeUpload(name),
      parsed,
      configTexts: new Map(),
    });
    uploads[name] = String(report.uploadId);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const facts = { cpu: 'Ryzen 7', memoryBytes: 32 * 2 ** 30, storage: 'NVMe', os: 'Ubuntu 24.04' };
    await addServer(database, { name: 'PN53', cores: null, ...facts }, 'local');
    await store('old', { version: '17.5' });
    await store('middle', { version: '18.0' });
    await store('other', { product: 'MySQL', version: '8.0.43', config: 'z12a_c8r32' });
  });
  afterAll(() => database.drop());

  const labels = async (filter: Parameters<typeof listRuns>[1]) => {
    const { runs, total } = await listRuns(database, filter);
    return { labels: runs.map(({ label }) => label), total };
  };

  it('lists runs, the newest first, page by page', async () => {
    const first = await listRuns(database, { limit: 2 });
    expect(first.runs.map(({ label }) => label)).toEqual([LABELS.other, LABELS.middle]);
    expect(first).toMatchObject({
      total: 3,
      runs: [{ product: 'MySQL', version: '8.0.43', results: 4 }, {}],
    });
    const second = await listRuns(database, { limit: 2, cursor: first.next ?? '' });
    expect(second).toMatchObject({ total: 3, next: null, runs: [{ label: LABELS.old }] });
    await expect(listRuns(database, { cursor: 'last week' })).rejects.toThrow(NotFoundError);
  });

  it('finds runs by words in their names, without those that have an unwanted word', async () => {
    expect(await labels({ search: 'postgres x10a' })).toEqual({
      labels: [LABELS.middle, LABELS.old],
      total: 2,
    });
    expect(await labels({ search: 'PN53 -mysql -17.5' })).toEqual({ labels: [LABELS.middle], total: 1 });
    expect(await labels({ search: '100%' })).toEqual({ labels: [], total: 0 });
  });

  it('filters by product, server and benchmark, and knows what there is to filter by', async () => {
    expect(await labels({ product: 'MySQL', server: 'pn53', benchmark: 'sysbench' })).toEqual({
      labels: [LABELS.other],
      total: 1,
    });
    expect(await labels({ benchmark: 'fio' })).toEqual({ labels: [], total: 0 });
    expect(await listRunFacets(database)).toEqual({
      products: ['MySQL', 'PostgreSQL'],
      servers: [{ slug: 'pn53', name: 'PN53', cores: 8 }],
      benchmarks: ['sysbench'],
    });
  });

  it('knows everything about a run: server, config, numbers, files, the release before it', async () => {
    const { runs } = await listRuns(database, { search: '18.0' });
    const page = await getRunPage(database, runs[0]?.id ?? '');
    expect(page).toMatchObject({
      version: '18.0',
      config: 'x10a_c8r32',
      configText: null,
      server: { name: 'PN53', cores: 8, cpu: 'Ryzen 7', storage: 'NVMe', os: 'Ubuntu 24.04' },
      upload: { id: uploads.middle },
      base: { version: '17.5' },
      siblings: [],
      fileCount: 4,
      diagnostics: [{ code: 'TRUNCATED_LOG', count: 1, examples: [{ line: 7 }] }],
    });
    expect(page.results.map(({ test, repeat, values }) => [test.key, repeat, values.throughput])).toEqual([
      ['point-query_range=100', 1, { value: 12_345.67, source: 'reported' }],
      ['point-query_range=100', 2, { value: 12_400, source: 'reported' }],
      ['point-query.warm', 1, { value: 3, source: 'reported' }],
      ['insert', 1, { value: 2345.6, source: 'reported' }],
    ]);
    const files = page.files.map(({ path }) => path.split('/').at(-1));
    expect(files).toContain('sb.o.insert.1');
    expect(page.artifactIds).toEqual({
      [`${LABELS.middle}/sb.o.insert.1`]: page.files[files.indexOf('sb.o.insert.1')]?.id,
    });
    await expect(getRunPage(database, '999999')).rejects.toThrow(NotFoundError);
  });

  it('knows whether a run was marked as bad, by whom and why, until it is taken back', async () => {
    const { runs } = await listRuns(database, { product: 'MySQL' });
    const run = runs[0]?.id ?? '';
    expect((await getRunPage(database, run)).bad).toBeNull();
    const id = await addExclusion(database, { run, other: null, reason: 'fan failed', by: 'nightly' });
    expect((await getRunPage(database, run)).bad).toEqual({
      id,
      reason: 'fan failed',
      by: 'nightly',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await removeExclusion(database, id, 'local');
    expect((await getRunPage(database, run)).bad).toBeNull();
  });

  it('has no base for the oldest release of a product', async () => {
    const { runs } = await listRuns(database, { product: 'MySQL' });
    expect((await getRunPage(database, runs[0]?.id ?? '')).base).toBeNull();
  });

  it('leads from an upload to its heatmap, against the release before', async () => {
    expect(await listUploadHeatmaps(database, [uploads.middle])).toMatchObject([
      {
        server: { slug: 'pn53' },
        product: 'PostgreSQL',
        versions: ['18.0'],
        base: { version: '17.5', isOwn: false },
      },
    ]);
    expect(await listUploadHeatmaps(database, [uploads.other])).toMatchObject([
      { product: 'MySQL', versions: ['8.0.43'], base: { version: '8.0.43', isOwn: true } },
    ]);
  });

  it('lists the files of an upload by words, kind and status, page by page', async () => {
    const paths = async (filter: Parameters<typeof listUploadFiles>[2]) => {
      const { files, total } = await listUploadFiles(database, uploads.old, filter);
      return { names: files.map(({ path }) => path.split('/').at(-1)), total };
    };
    expect(await paths({ kind: 'sysbench', search: 'query -warm -.2' })).toEqual({
      names: ['sb.o.point-query_range=100.1'],
      total: 1,
    });
    expect(await paths({ status: 'unknown' })).toEqual({ names: [], total: 0 });
    const first = await listUploadFiles(database, uploads.old, { limit: 3 });
    const second = await listUploadFiles(database, uploads.old, { limit: 3, cursor: first.next ?? '' });
    expect([first.total, first.files.length, second.files.length, second.next]).toEqual([4, 3, 1, null]);
    const [file] = first.files;
    expect(await findArtifactIds(database, uploads.old, [file?.path ?? '', 'no/such'])).toEqual({
      [file?.path ?? '']: file?.id,
    });
  });
});
