import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCellEvidence } from '../../queries/get-cell-evidence';
import { getCompareView } from '../../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../../queries/heatmaps/list-heatmaps';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { importPublished } from './import-published';

const CSV = path.join(import.meta.dirname, '../../../../../data/published/published.csv');

describe('importPublished', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-published-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const count = async (where: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${where}`,
    );
    return rows[0]?.count;
  };

  it('accounts for all 1,752 figures', async () => {
    const report = await importPublished(database, CSV);
    // 13 tables of ratios, 1 of absolute figures, and fio on 8 servers; 32 figures are sync latencies of no-sync.
    expect(report).toEqual({ rows: 1752, tables: 22, stored: 1720, missing: 32, isNew: true });
    expect(await count(`measurements WHERE source = 'reported'`)).toBe(1720);
  });

  it('adds 1.00 for each test of a base column that the report leaves out, and nowhere else', async () => {
    expect(await count(`measurements WHERE source = 'computed'`)).toBe(
      await count(
        `measurements WHERE source = 'computed' AND value = 1 AND formula = 'the base, by definition'`,
      ),
    );
    // One of the 13 tables of ratios prints its base itself.
    const { rows } = await database.pool.query(
      `SELECT count(DISTINCT (server_id, workload_id))::int AS tables FROM runs
       JOIN results ON results.heatmap_id = runs.heatmap_id AND run_id = runs.id
       JOIN measurements ON measurements.heatmap_id = runs.heatmap_id AND result_id = results.id WHERE source = 'computed'`,
    );
    expect(rows).toEqual([{ tables: 12 }]);
  });

  it('changes nothing the second time', async () => {
    const before = await count('measurements');
    expect(await importPublished(database, CSV)).toMatchObject({ rows: 1752, isNew: false });
    expect([await count('measurements'), await count('uploads')]).toEqual([before, 1]);
  });

  it('merges servers whose names differ in case only', async () => {
    const { rows } = await database.pool.query(
      `SELECT slug, cores FROM servers WHERE slug IN ('pn53', 'ser7', 'hetz')`,
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { slug: 'pn53', cores: 8 },
        { slug: 'ser7', cores: 8 },
        { slug: 'hetz', cores: null },
      ]),
    );
    expect(rows).toHaveLength(3);
  });

  it('keeps tables with different bases apart, and names their bases', async () => {
    const heatmaps = (await listHeatmaps(database)).filter(({ server }) => server.slug === 'pn53');
    const bases = heatmaps
      .filter(({ workload }) => workload.source?.startsWith('2025-05-24'))
      .map(({ workload }) => workload.relativeTo);
    expect(bases).toEqual(
      expect.arrayContaining([
        { table: '2025-05-24 Postgres 18 beta1, small server', base: '17.5 x10a_c8r32' },
        { table: '2025-05-24 Postgres 18 beta1, small server', base: '14.0 x10a_c8r32' },
      ]),
    );
    expect(bases).toHaveLength(2);
    expect(heatmaps.every(({ workload }) => workload.origin === 'published')).toBe(true);
  });

  it('shows a table of ratios with its base first in release order', async () => {
    const heatmap = {
      server: 'ax162-s',
      workload: '2025-09-02-postgres-18-beta3-large-server-sysbench-17.4-x10a_c32r128',
    };
    const { matrix, workload } = await getCompareView(database, heatmap);
    expect(matrix.columns.map(({ label }) => label)).toEqual([
      '17.4 x10a_c32r128',
      '17.5 x10a_c32r128',
      '18beta1 x10b_c32r128',
      '18beta1 x10d_c32r128',
      '18beta2 x10d_c32r128',
      '18beta3 x10d_c32r128',
    ]);
    expect(matrix.columns[0]?.label).toBe(workload.relativeTo?.base);
    // First line of the file: hot-points_range=100 of 17.5 is 0.98. scan.warm is a warm-up, so 32 of 33 rows.
    expect(matrix.rows[0]?.key).toBe('hot-points_range=100');
    expect(matrix.values.throughput?.[0]).toEqual([1, 0.98, 0.99, 0.99, 1, 0.99]);
    expect(matrix.rows).toHaveLength(32);
  });

  it('shows the steps of the Insert Benchmark in the order they are run', async () => {
    const heatmap = {
      server: 'pn53',
      workload: '2025-08-26-mysql-5.6-thru-9.4-small-server-insert-benchmark-5.6.51-cz12a_c8r32',
    };
    const { matrix, workload } = await getCompareView(database, heatmap);
    expect(workload.label).toBe(
      'Insert Benchmark, cached, 30M rows (2025-08-26 MySQL 5.6 thru 9.4, small server)',
    );
    expect(matrix.rows.map(({ key }) => key)).toEqual([
      'l.i0',
      'l.x',
      'l.i1',
      'l.i2',
      'qr100',
      'qp100',
      'qr500',
      'qp500',
      'qr1000',
      'qp1000',
    ]);
    expect(matrix.columns.map(({ version }) => version)).toEqual([
      '5.6.51',
      '5.7.44',
      '8.0.43',
      '8.4.6',
      '9.4.0',
    ]);
    expect(matrix.sources.throughput?.flat().every((source) => source === 'reported')).toBe(true);
  });

  it('shows configs in natural order, and names the column that the report divided by', async () => {
    const heatmap = {
      server: 'ax162-s',
      workload: '2025-05-29-postgres-18-beta1-io_workers-insert-benchmark-18beta1-x10cw2_c32r128',
    };
    const { matrix, workload } = await getCompareView(database, heatmap);
    expect(matrix.columns.map(({ config }) => config)).toEqual([
      'x10cw2_c32r128',
      'x10cw4_c32r128',
      'x10cw6_c32r128',
      'x10cw8_c32r128',
      'x10cw16_c32r128',
      'x10cw32_c32r128',
    ]);
    expect(workload.relativeTo?.base).toBe('18beta1 x10cw2_c32r128');
  });

  it('shows absolute figures of sysbench with every metric of the report', async () => {
    const heatmap = { server: 'ax162-s', workload: '2026-01-14-debugging-regressions-io-bound-sysbench' };
    const { matrix, workload } = await getCompareView(database, heatmap);
    expect(workload.relativeTo).toBeNull();
    expect(Object.keys(matrix.values).sort()).toEqual([
      'cpu_per_op',
      'cs_per_op',
      'read_kb_per_op',
      'reads_per_op',
      'throughput',
      'write_kb_per_op',
    ]);
    expect([matrix.rows.length, matrix.columns.length]).toEqual([6, 4]);
  });

  it('marks the MB/s of fio that contradict IO/s × block size, and leaves them out of comparisons', async () => {
    const { rows } = await database.pool.query<{ figures: number; doubted: number }>(
      `SELECT count(*)::int AS figures, count(doubt)::int AS doubted FROM measurements WHERE metric = 'bandwidth'`,
    );
    expect(rows).toEqual([{ figures: 96, doubted: 96 }]);
    expect(await count(`measurements WHERE doubt IS NOT NULL AND metric <> 'bandwidth'`)).toBe(0);
    const heatmap = { server: 'dell', workload: '2026-01-07-fsync-latency-fio' };
    const column = 'storage-no-sync';
    const { results } = await getCellEvidence(database, { ...heatmap, column, test: '16 KB' });
    const bandwidth = results[0]?.measurements.find(({ metric }) => metric === 'bandwidth');
    // 43,400 × 16,384 bytes.
    expect(bandwidth).toMatchObject({
      value: 646.6e6,
      doubt: { message: expect.stringContaining('43400 IO/s × 16 KB = 711.1 MB/s') },
    });
    const { matrix } = await getCompareView(database, heatmap, ['bandwidth']);
    expect(matrix.values.bandwidth).toBeUndefined();
    expect(matrix.doubtful?.bandwidth?.flat()).toContain(647.55e6);
  });

  it('shows fio as block sizes by ways to sync, with two repeats and no latency of a sync that is not done', async () => {
    const heatmap = { server: 'hetz', workload: '2026-01-07-fsync-latency-fio' };
    const { matrix } = await getCompareView(database, heatmap);
    expect(matrix.columns.map(({ label }) => label)).toEqual(['no-sync', 'fsync', 'fdatasync']);
    expect(matrix.rows.map(({ key, unit }) => [key, unit])).toEqual([
      ['16 KB', 'IO/s'],
      ['2 MB', 'IO/s'],
    ]);
    // Medians of (37700, 37500) and (25200, 25100); fdatasync from the same report.
    expect(matrix.values.throughput?.[0]?.slice(0, 2)).toEqual([37600, 25150]);
    expect(matrix.repeats[0]).toEqual([2, 2, 2]);
    expect(matrix.values.sync_latency_avg?.[0]?.[0]).toBeNull();
    const cell = { ...heatmap, column: 'storage-fsync', test: '16 KB' };
    const { results } = await getCellEvidence(database, cell);
    expect(results[0]?.measurements).toContainEqual({
      metric: 'throughput',
      value: 25200,
      unit: 'IO/s',
      source: 'reported',
      formula: null,
      artifactId: null,
      file: null,
      line: null,
      lineEnd: null,
    });
  });

  it('replaces a figure that a later state of the file corrects, and removes what it no longer has', async () => {
    const lines = (await readFile(CSV, 'utf8')).trimEnd().split('\n');
    const changed = lines
      .filter((line) => !line.startsWith('2026-01-07'))
      .map((line, index) => (index === 1 ? line.replace(',0.98,', ',0.97,') : line));
    await writeFile(path.join(folder, 'published.csv'), `${changed.join('\n')}\n`);
    const report = await importPublished(database, path.join(folder, 'published.csv'));
    expect(report).toMatchObject({ rows: 1464, tables: 14, stored: 1464, missing: 0, isNew: true });
    expect(await count(`measurements WHERE source = 'reported'`)).toBe(1464);
    const heatmap = {
      server: 'ax162-s',
      workload: '2025-09-02-postgres-18-beta3-large-server-sysbench-17.4-x10a_c32r128',
    };
    const { matrix } = await getCompareView(database, heatmap);
    expect(matrix.values.throughput?.[0]?.[1]).toBe(0.97);
  });

  it('names the line of a row that is not as described, and stores nothing', async () => {
    const before = await count('measurements');
    const [header, first] = (await readFile(CSV, 'utf8')).split('\n');
    await writeFile(
      path.join(folder, 'bad.csv'),
      `${header}\n${first}\n${first?.replace(',0.98,', ',fast,')}\n`,
    );
    await expect(importPublished(database, path.join(folder, 'bad.csv'))).rejects.toThrow('line 3, value');
    expect(await count('measurements')).toBe(before);
  });
});
