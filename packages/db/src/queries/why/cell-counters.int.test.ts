import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, openBlobStore } from '../../blobs/blob-store';
import { ingestPath } from '../../import/ingest-path';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { writeLogs } from '../../testing/sample-logs';
import { listHeatmaps } from '../heatmaps/list-heatmaps';
import { listRuns } from '../list-runs';
import { getCellCounters } from './get-cell-counters';

const RUN = 'x.pg184_rel.b1_c2r24.pk1';
/** Queries of the log of insert: 2345.6 a second for 10.0002 seconds. */
const OPERATIONS = 2345.6 * 10.0002;

/** A dump as `psql -x` prints it. */
function dump(records: Record<string, string | number>[]): string {
  return records
    .map((record, index) => {
      const lines = Object.entries(record).map(([name, value]) => `${name.padEnd(16)} | ${value}`);
      return `-[ RECORD ${index + 1} ]----+------\n${lines.join('\n')}\n`;
    })
    .join('');
}

describe('counters over a test', () => {
  let database: TestDatabase;
  let blobs: BlobStore;
  let folder: string;
  let cell: { server: string; workload: string; column: string; test: string };

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-counters-'));
    blobs = openBlobStore(path.join(folder, 'blobs'), database);
    const directory = await writeLogs(path.join(folder, 'upload'), RUN);
    const files: Record<string, string> = {
      // After point-query, then after insert: statistics are never reset.
      'sb.pgs.tabs.point-query.range100.pk1': dump([
        { relname: 'sbtest1', n_tup_ins: 1000, idx_scan: 90_000, n_live_tup: 1000 },
        { relname: 'sbtest2', n_tup_ins: 2000, idx_scan: 80_000, n_live_tup: 2000 },
      ]),
      'sb.pgs.tabs.insert.range100.pk1': dump([
        { relname: 'sbtest1', n_tup_ins: 12_000, idx_scan: 90_000, n_live_tup: 900 },
        { relname: 'sbtest2', n_tup_ins: 14_000, idx_scan: 80_500, n_live_tup: 900 },
      ]),
      'sb.pgs.io.insert.range100.pk1': '',
      // With its own dump from before the test.
      'sb.pgs.wal.before.insert.range100.pk1': dump([{ wal_records: 500, wal_bytes: 70_000 }]),
      'sb.pgs.wal.insert.range100.pk1': dump([{ wal_records: 47_412, wal_bytes: 1_070_000 }]),
      // The only one of its view.
      'sb.pgs.bg.insert.range100.pk1': dump([{ buffers_clean: 5, buffers_alloc: 7 }]),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(directory, name), text);
    await ingestPath({ database, blobs }, path.join(folder, 'upload'), { server: 'pn53' });
    const [heatmap] = await listHeatmaps(database);
    const [run] = (await listRuns(database, { limit: 1 })).runs;
    cell = {
      server: heatmap?.server.slug ?? '',
      workload: heatmap?.workload.slug ?? '',
      column: run?.columnSlug ?? '',
      test: 'insert_range=100',
    };
  });

  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are the dump after it less the dump before it, by name or by what was counted', async () => {
    const { operations, counters, dumps } = await getCellCounters(database, blobs, cell);
    expect(operations).toBeCloseTo(OPERATIONS, 6);
    expect(counters).toEqual([
      { view: 'pg_stat_all_tables', group: 'sbtest#', name: 'n_tup_ins', change: 23_000 },
      { view: 'pg_stat_all_tables', group: 'sbtest#', name: 'idx_scan', change: 500 },
      { view: 'pg_stat_wal', group: null, name: 'wal_records', change: 46_912 },
      { view: 'pg_stat_wal', group: null, name: 'wal_bytes', change: 1_000_000 },
    ]);
    expect(dumps.map(({ before }) => path.basename(before.file))).toEqual([
      'sb.pgs.tabs.point-query.range100.pk1',
      'sb.pgs.wal.before.insert.range100.pk1',
    ]);
  });

  it('names a dump that has none before it, and what can not be read', async () => {
    const { unused } = await getCellCounters(database, blobs, cell);
    expect(unused.map(({ file, reason }) => [path.basename(file), reason])).toEqual([
      ['sb.pgs.bg.insert.range100.pk1', expect.stringMatching(/no dump from before the test/)],
    ]);
    const elsewhere = openBlobStore(path.join(folder, 'no-blobs'), database);
    const gone = await getCellCounters(database, elsewhere, cell);
    expect(gone.counters).toEqual([]);
    expect(gone.unused[0]?.reason).toMatch(/No bytes are stored/);
  });

  it('has none of the first test, whose counters began before it, nor of a test that was not run', async () => {
    const first = await getCellCounters(database, blobs, { ...cell, test: 'point-query_range=100' });
    expect([first.counters, first.unused.length]).toEqual([[], 1]);
    const none = await getCellCounters(database, blobs, { ...cell, test: 'gone' });
    expect(none).toEqual({ runId: null, operations: null, counters: [], dumps: [], unused: [] });
  });
});
