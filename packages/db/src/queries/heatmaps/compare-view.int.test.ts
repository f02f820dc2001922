import type { ParsedUpload } from '@basecase/ingest/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError } from '../../errors';
import { importParsed } from '../../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { describeUpload, makeUpload, type RunSketch } from '../../testing/parsed-upload';
import type { CompareView } from '../../types';
import { getCellEvidence } from '../get-cell-evidence';
import { listRuns } from '../list-runs';
import { getCompareView } from './get-compare-view';
import { listHeatmaps } from './list-heatmaps';

const HEATMAP = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };

describe('the queries of a heatmap', () => {
  let database: TestDatabase;
  let view: CompareView;

  const store = (content: string, parsed: ParsedUpload) =>
    importParsed(database, { upload: describeUpload(content), parsed, configTexts: new Map() });

  const on = (sketch: Omit<RunSketch, 'server'>): RunSketch => ({ server: 'pn53', ...sketch });

  beforeAll(async () => {
    database = await createTestDatabase();
    await store(
      'versions',
      makeUpload(
        on({
          product: 'MySQL',
          version: '9.5.0',
          config: 'z12a_c8r32',
          qps: { 'point-query': [90], 'scan.warm': [3] },
        }),
        on({
          product: 'MySQL',
          version: '8.0.43',
          config: 'z12a_c8r32',
          flavour: 'rel_o2nofp',
          qps: {
            'point-query': [100, 104, 250],
            insert: [null],
            'read-only_range=10': [6],
            'read-only_range=100': [5],
          },
        }),
        on({
          product: 'MySQL',
          version: '9.5.0',
          config: 'z12b_c8r32',
          qps: { 'point-query': [0], weird: [1] },
        }),
      ),
    );
    const again = on({
      product: 'MySQL',
      version: '9.5.0',
      config: 'z12a_c8r32',
      label: 'x.my9500_rel.z12a_c8r32.pk1',
      seed: 'again',
      startedAt: '2026-01-02T03:04:05.000Z',
      qps: { 'point-query': [94], insert: [8, null] },
    });
    await store('again', makeUpload(again));
    await store(
      'other client count',
      makeUpload(on({ version: '17.0', clients: 40, qps: { 'point-query': [9] } })),
    );
    await store(
      'other server',
      makeUpload({ version: '17.0', server: 'ax162', qps: { 'point-query': [8] } }),
    );
    view = await getCompareView(database, HEATMAP);
  });
  afterAll(() => database.drop());

  it('has columns in release order, and one for runs of the same variant', () => {
    expect(view.matrix.columns.map(({ slug, runs }) => [slug, runs])).toEqual([
      ['mysql-8.0.43-rel_o2nofp-z12a_c8r32', 1],
      ['mysql-9.5.0-z12a_c8r32', 2],
      ['mysql-9.5.0-z12b_c8r32', 1],
    ]);
  });

  it('has warm-ups where they are asked for, marked, and the same numbers otherwise', async () => {
    const { matrix } = await getCompareView(database, { ...HEATMAP, warmups: true });
    const warm = matrix.rows.findIndex(({ key }) => key === 'scan.warm');
    expect(matrix.rows[warm]).toMatchObject({ warmup: true });
    const column = matrix.columns.findIndex(
      ({ version, config }) => version === '9.5.0' && config === 'z12a_c8r32',
    );
    expect(matrix.values.throughput?.[warm]?.[column]).toBe(3);
    expect(matrix.status[warm]?.[column]).toBe('ok');
    const others = matrix.rows.filter((_, row) => row !== warm);
    expect(others).toEqual(view.matrix.rows);
    expect(matrix.values.throughput?.filter((_, row) => row !== warm)).toEqual(view.matrix.values.throughput);
  });

  it('has rows in domain order, unknown tests last, and no warm-ups', () => {
    expect(view.matrix.rows.map(({ key, group }) => [key, group])).toEqual([
      ['point-query', 'point'],
      ['read-only_range=100', 'range-aggregate'],
      ['read-only_range=10', 'range-aggregate'],
      ['insert', 'write'],
      ['weird', 'other'],
    ]);
  });

  it('shows the median over the repeats of all runs, null for missing, and 0 for zero', () => {
    expect(view.matrix.values.throughput).toEqual([
      [104, 92, 0],
      [5, null, null],
      [6, null, null],
      [null, 8, null],
      [null, null, 1],
    ]);
  });

  it('shows the worst status over the repeats, and how many there are', () => {
    expect(view.matrix.status[0]).toEqual(['ok', 'ok', 'ok']);
    expect(view.matrix.status[3]).toEqual(['failed', 'failed', 'missing']);
    expect(view.matrix.repeats).toEqual([
      [3, 2, 1],
      [1, 0, 0],
      [1, 0, 0],
      [1, 2, 0],
      [0, 0, 1],
    ]);
  });

  it('gives the spread of the repeats', () => {
    // (250 - 100) / 104 and (94 - 90) / 92; one value has no spread.
    expect(view.matrix.spread[0]).toEqual([150 / 104, 4 / 92, null]);
  });

  it('names server and workload', () => {
    expect(view.server).toMatchObject({ slug: 'pn53', name: 'pn53', cores: 8 });
    expect(view.workload).toMatchObject({
      label: 'sysbench, cached',
      details: ['1 table × 50M rows', '1 client', 'pk'],
      clients: 1,
      origin: 'uploaded',
      relativeTo: null,
      source: null,
    });
  });

  it('throws NotFoundError for a heatmap that does not exist', async () => {
    await expect(getCompareView(database, { ...HEATMAP, server: 'nobody' })).rejects.toThrow(NotFoundError);
    const mixed = { server: 'ax162', workload: 'sysbench-cached-1x50m-40c-pk1' };
    await expect(getCompareView(database, mixed)).rejects.toThrow(NotFoundError);
  });

  it('lists every heatmap with what is in it', async () => {
    const heatmaps = await listHeatmaps(database);
    expect(heatmaps.map(({ server, workload, ...rest }) => [server.slug, workload.clients, rest])).toEqual(
      expect.arrayContaining([
        ['pn53', 1, expect.objectContaining({ products: ['MySQL'], columns: 3 })],
        ['pn53', 40, expect.objectContaining({ products: ['PostgreSQL'], columns: 1 })],
        ['ax162', 1, expect.objectContaining({ products: ['PostgreSQL'], columns: 1 })],
      ]),
    );
    expect(heatmaps).toHaveLength(3);
  });

  it('opens the evidence of a cell: every repeat, its file and its line', async () => {
    const cell = { ...HEATMAP, column: 'mysql-9.5.0-z12a_c8r32', test: 'point-query' };
    const evidence = await getCellEvidence(database, cell);
    expect(evidence.column).toMatchObject({ version: '9.5.0', runs: 2 });
    expect(evidence.results.map(({ measurements }) => measurements)).toEqual([
      [
        expect.objectContaining({
          value: 94,
          line: 29,
          file: 'x.my9500_rel.z12a_c8r32.pk1/sb.o.point-query.1',
        }),
      ],
      [
        expect.objectContaining({
          value: 90,
          line: 29,
          file: 'x.MySQL9.5.0.z12a_c8r32.pk1/sb.o.point-query.1',
        }),
      ],
    ]);
    expect(evidence.status).toBe('ok');
  });

  it('says "missing" for a test that a column did not run, and NotFoundError for a column that does not exist', async () => {
    const cell = { ...HEATMAP, column: 'mysql-9.5.0-z12a_c8r32', test: 'weird' };
    expect(await getCellEvidence(database, cell)).toMatchObject({ status: 'missing', results: [] });
    await expect(getCellEvidence(database, { ...cell, column: 'mysql-1.0' })).rejects.toThrow(NotFoundError);
  });

  it('lists the newest runs first', async () => {
    const { runs } = await listRuns(database, { limit: 10 });
    expect(runs).toHaveLength(6);
    expect(runs.at(-1)).toMatchObject({
      label: 'x.my9500_rel.z12a_c8r32.pk1',
      at: '2026-01-02T03:04:05.000Z',
    });
  });

  it('counts the uploads that share the guessed name of a server, from two on', async () => {
    expect(view).not.toHaveProperty('sharedBy');
    const guessed = { server: '8-core-c8r32', workload: HEATMAP.workload };
    const unnamed = (version: string) =>
      makeUpload({ version, server: null, cores: 8, config: 'x10a_c8r32', qps: { insert: [7] } });
    await store('no server', unnamed('17.0'));
    expect(await getCompareView(database, guessed)).not.toHaveProperty('sharedBy');
    await store('no server either', unnamed('18.0'));
    expect(await getCompareView(database, guessed)).toMatchObject({ sharedBy: 2 });
  });
});
