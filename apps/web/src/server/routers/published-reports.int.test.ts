import path from 'node:path';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { importPublished } from '@basecase/db/import/published/import-published';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { REPORTS, reportUrl } from '@basecase/views/benchmarks';
import { tableOf, textsOf } from '@basecase/views/testing';
import { BENCHMARK_VIEWS, type ReportKind } from '@basecase/views/url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../root';

const CSV = path.join(import.meta.dirname, '../../../../../data/published/published.csv');

/** The content of every new database must be worth looking at. */
describe('reports of the published figures', () => {
  let database: TestDatabase;
  let caller: ReturnType<typeof createCaller>;

  beforeAll(async () => {
    database = await createTestDatabase();
    await importPublished(database, CSV);
    caller = createCaller({
      db: database,
      blobs: openBlobStore('unused: published figures have no files', database),
    });
  });
  afterAll(() => database.drop());

  const load = async (kind: ReportKind, workload: RegExp) => {
    const benchmark = BENCHMARK_VIEWS.find((view) => view.kind === kind)?.benchmark ?? '';
    const entries = await caller.benchmarks.heatmaps({ benchmark });
    const found = entries.find((entry) => workload.test(entry.workload.slug));
    if (!found) throw new Error('The report is not among the published figures.');
    const state = reportUrl.parse([['workload', found.workload.slug]]);
    const report = await REPORTS[kind].load(caller.benchmarks, state);
    return report?.model;
  };

  it('puts the eight devices of the fsync tables below each other', async () => {
    const model = await load('fsync', /fsync-latency/);
    expect(model?.tables.map(({ title }) => title)).toEqual([
      '16 KB writes',
      '2 MB writes',
      'Relative to one device',
      'Each measurement, 16 KB writes',
      'Each measurement, 2 MB writes',
    ]);
    // The report prints both.
    expect(textsOf(tableOf(model?.tables ?? [], 'each-0'))[0]).toEqual([
      'dell',
      '43\u202f400, 43\u202f500',
      '646.6, 648.5 (suspect)',
      '1\u202f083, 1\u202f085',
      '16.1, 16.2 (suspect)',
      '891.1, 889.2',
      '2\u202f100, 2\u202f095',
      '31.3, 31.2 (suspect)',
      '447.4, 448.6',
    ]);
    const rows = textsOf(tableOf(model?.tables ?? [], 'block-0'));
    expect(rows).toHaveLength(8);
    // Medians of two each, as printed: 43400 and 43500 w/s, 646.6 and 648.5 MB/s; 1083 and 1085, 16.1 and 16.2, 891.1
    // and 889.2 µs; 2100 and 2095, 31.3 and 31.2, 447.4 and 448.6 µs. 1084 / 43450 is 0.0249.
    expect(rows[0]).toEqual([
      'dell',
      '43\u202f450',
      '647.5 (suspect)',
      '1\u202f084',
      '16.1 (suspect)',
      '890',
      '0.025',
      '2\u202f098',
      '31.2 (suspect)',
      '448',
      '0.048',
    ]);
  });

  it('shows a published Insert Benchmark as the ratios it was printed as', async () => {
    const model = await load('insert-benchmark', /mysql-5\.6-thru-9\.4/);
    expect(textsOf(tableOf(model?.tables ?? [], 'relative')).map((row) => row.slice(0, 3))).toEqual([
      ['5.6.51', '1.00', '1.00'],
      ['5.7.44', '0.89', '1.52'],
      ['8.0.43', '0.60', '2.50'],
      ['8.4.6', '0.60', '2.53'],
      ['9.4.0', '0.60', '2.53'],
    ]);
    expect(model?.sentence.strong).toBe('8 of 10 steps are slower');
  });
});
