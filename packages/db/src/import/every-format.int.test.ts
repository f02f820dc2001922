import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readUpload } from '@basecase/ingest';
import { BENCHMARKS } from '@basecase/ingest/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { clearTables, createTestDatabase, isOnCitus, type TestDatabase } from '../testing/database';
import { ingestPath } from './ingest-path';

const FIXTURES = path.join(import.meta.dirname, '../../../ingest/src/parsers');
const CORPUS =
  process.env['BASECASE_CORPUS'] ?? path.join(import.meta.dirname, '../../../../../shared/corpus');

describe('every format', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-formats-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The parsed and the stored data; equal when everything is in the database. */
  const storeAll = async (directory: string) => {
    await clearTables(database, ['uploads', 'servers', 'products', 'benchmarks']);
    const blobs = openBlobStore(path.join(folder, path.basename(directory)), database);
    const { runs } = await readUpload(directory);
    const report = await ingestPath({ database, blobs }, directory, { server: 'test' });
    return {
      read: runs,
      report,
      benchmarks: new Set((await listHeatmaps(database)).map(({ workload }) => workload.benchmark)),
      stored: await database.prisma.result.count(),
      again: () => ingestPath({ database, blobs }, directory, { server: 'test' }),
    };
  };

  it('is stored with all of its results, and makes a heatmap', async () => {
    const { read, benchmarks, stored, report, again } = await storeAll(FIXTURES);
    const results = read.flatMap((run) => run.results);
    const duplicates = report.diagnostics.filter(
      ({ code, message }) => code === 'DUPLICATE_RESULT' && message.endsWith('Not counted again.'),
    );
    expect(stored + duplicates.length).toBe(results.length);
    expect([...benchmarks].sort()).toEqual(
      [...BENCHMARKS.map(({ id }) => id), 'clickbench', 'mybench'].sort(),
    );
    for (const { server, workload } of await listHeatmaps(database)) {
      const view = await getCompareView(database, { server: server.slug, workload: workload.slug });
      expect(view.matrix.rows.every(({ groupLabel }) => groupLabel !== '')).toBe(true);
    }
    expect(await again()).toMatchObject({ outcome: 'unchanged' });
  });

  it.skipIf(isOnCitus() || !existsSync(CORPUS))(
    'of the corpus is stored, from all of its files at once',
    async () => {
      const { read, stored, report } = await storeAll(CORPUS);
      expect(report.runs.length).toBeGreaterThan(200);
      expect(stored).toBeGreaterThan(read.flatMap((run) => run.results).length * 0.9);
    },
  );
});
