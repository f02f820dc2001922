import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../../blobs/blob-store';
import { NotFoundError } from '../../errors';
import { ingestPath } from '../../import/ingest-path';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { sampleLogs } from '../../testing/sample-logs';
import { listHeatmaps } from '../heatmaps/list-heatmaps';
import { listRuns } from '../list-runs';
import { getClientCurve } from './get-client-curve';

const LOG = sampleLogs()['sb.o.point-query.range100.pk1.dop1'] ?? '';
const TEST = 'point-query_range=100';

/** The same log with another number of clients, and of queries: their rate × 10 s is what the log counts. */
function logOf(clients: number, qps: number): string {
  return LOG.replaceAll('12345.67', qps.toFixed(2))
    .replaceAll('123457', String(Math.round(qps * 10)))
    .replace('--threads=1', `--threads=${clients}`)
    .replace('Number of threads: 1', `Number of threads: ${clients}`)
    .replace(/^ +avg: .*\n/m, '')
    .replace(/Threads fairness:[\s\S]*$/, '');
}

describe('throughput by clients', () => {
  let database: TestDatabase;
  let folder: string;
  const slugs = { server: '', own: '', base: '' };
  let workloads: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-clients-'));
    const runs: Record<string, Record<number, number>> = {
      'x.pg176_rel.b1_c2r24.pk1': { 1: 1000, 4: 3900, 16: 9000 },
      'x.pg184_rel.b1_c2r24.pk1': { 1: 1010, 16: 8000 },
    };
    for (const [name, logs] of Object.entries(runs)) {
      const directory = path.join(folder, 'upload', name);
      await mkdir(directory, { recursive: true });
      for (const [clients, qps] of Object.entries(logs)) {
        await writeFile(
          path.join(directory, `sb.o.point-query.range100.pk1.dop${clients}`),
          logOf(Number(clients), qps),
        );
      }
    }
    const blobs = openBlobStore(path.join(folder, 'blobs'), database);
    await ingestPath({ database, blobs }, path.join(folder, 'upload'), { server: 'pn53' });
    const heatmaps = await listHeatmaps(database);
    slugs.server = heatmaps[0]?.server.slug ?? '';
    workloads = heatmaps.map(({ workload }) => workload.slug);
    const stored = (await listRuns(database, { limit: 10 })).runs.map(({ columnSlug }) => columnSlug);
    slugs.base = stored.find((slug) => slug.includes('17.6')) ?? '';
    slugs.own = stored.find((slug) => slug.includes('18.4')) ?? '';
  });

  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has every number of clients of both, from any of their heatmaps', async () => {
    expect(workloads).toHaveLength(3);
    for (const workload of workloads) {
      const curve = await getClientCurve(database, {
        server: slugs.server,
        workload,
        test: TEST,
        column: slugs.own,
        base: slugs.base,
      });
      expect(curve.points.map(({ clients, own, base, results }) => [clients, own, base, results])).toEqual([
        [1, 1010, 1000, 2],
        [4, null, 3900, 1],
        [16, 8000, 9000, 2],
      ]);
      expect([curve.unit, curve.isBase]).toEqual(['queries/s', false]);
      expect(new Set(curve.points.map((point) => point.workload))).toEqual(new Set(workloads));
    }
  });

  it('has nothing of a test that was not run, and knows no other workload', async () => {
    const cell = { server: slugs.server, column: slugs.own, base: slugs.own };
    const none = await getClientCurve(database, { ...cell, workload: workloads[0] ?? '', test: 'gone.*' });
    expect([none.points, none.isBase]).toEqual([[], true]);
    await expect(getClientCurve(database, { ...cell, workload: 'gone', test: TEST })).rejects.toThrow(
      NotFoundError,
    );
  });
});
