import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { ingestPath } from '../import/ingest-path';
import { loadHeatmap, variantMatrix } from '../regressions/load-heatmap';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { sampleLogs, writeLogs } from '../testing/sample-logs';
import { getCellEvidence } from './get-cell-evidence';
import { getRunPage } from './get-run-page';
import { getCompareView } from './heatmaps/get-compare-view';
import { listProductViews } from './heatmaps/list-product-views';

const RUN = 'x.pg184_rel.b1_c2r24.pk1';
const LOG = 'sb.o.point-query.range100.pk1.dop1';
const TEST = 'point-query_range=100';

describe('a cell whose log contradicts its throughput', () => {
  let database: TestDatabase;
  let folder: string;
  let heatmap: { server: string; workload: string };
  let ids: { serverId: number; workloadId: number; runId: number };

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-doubtful-'));
    const run = await writeLogs(folder, RUN);
    const log = sampleLogs()[LOG] ?? '';
    await writeFile(path.join(run, LOG), log.replace(/(queries: +\d+ )\(12345\.67/, '$1(123456.70'));
    const blobs = openBlobStore(path.join(folder, 'blobs'), database);
    await ingestPath({ database, blobs }, run, { server: 'pn53' });
    const stored = await database.prisma.run.findFirstOrThrow({ include: { workload: true } });
    heatmap = { server: 'pn53', workload: stored.workload.slug };
    ids = { serverId: stored.serverId, workloadId: stored.workloadId, runId: Number(stored.id) };
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('is doubtful on every page that reads cells, and the other test is not', async () => {
    const { matrix } = await getCompareView(database, heatmap);
    const row = matrix.rows.findIndex(({ key }) => key === TEST);
    expect(matrix.status.flat().toSorted()).toEqual(['doubtful', 'ok']);
    expect(matrix.status[row]).toEqual(['doubtful']);
    expect(matrix.values.throughput?.[row]).toEqual([null]);
    expect(matrix.doubtful?.throughput?.[row]).toEqual([123_456.7]);
    const input = {
      product: 'PostgreSQL',
      heatmaps: [heatmap],
      metrics: ['throughput'] as const,
      columns: null,
      tests: null,
    };
    const [view] = await listProductViews(database, input);
    expect(view?.matrix.status[row]).toEqual(['doubtful']);
    const judged = await loadHeatmap(database.pool, ids);
    expect(judged && variantMatrix(judged).values.throughput?.[row]).toEqual([null]);
  });

  it('says in its evidence what disagrees, and where both lines are', async () => {
    const { columns } = (await getCompareView(database, heatmap)).matrix;
    const cell = { ...heatmap, column: columns[0]?.slug ?? '', test: TEST };
    const { results } = await getCellEvidence(database, cell);
    const throughput = results[0]?.measurements.find(({ metric }) => metric === 'throughput');
    expect(throughput?.doubt?.message).toMatch(/^queries = queries per sec\. × total time does not hold/);
    expect(throughput?.doubt?.artifactId).toBe(throughput?.artifactId);
    expect(throughput?.doubt?.line).not.toBe(throughput?.line);
    const page = await getRunPage(database, String(ids.runId));
    expect(page.results.find(({ test }) => test.key === TEST)?.doubtful).toContain('throughput');
  });
});
