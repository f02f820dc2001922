import { afterAll, beforeAll, expect, it } from 'vitest';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { importParsed } from '../../import/import-parsed';
import { tasksOf } from '../../testing/citus-bench';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { describeUpload, makeUpload } from '../../testing/parsed-upload';
import { versionRun } from '../../testing/regression-bench';
import { COMPARE_VIEW_QUERY, getCompareView, VIEW_METRICS } from './get-compare-view';

const WORKLOAD = 'sysbench-cached-1x50m-1c-pk1';
const SERVERS = ['a', 'b', 'c', 'd'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const server of SERVERS) {
    const parsed = makeUpload(
      versionRun('16.0', {}, { server }),
      versionRun('17.0', { t0: 0.5 }, { server }),
    );
    await importParsed(database, { upload: describeUpload(server), parsed, configTexts: new Map() });
  }
});
afterAll(() => database.drop());

it('the compare query asks one shard for each heatmap', async () => {
  for (const server of SERVERS) {
    const heatmap = await findHeatmapId(database.pool, { server, workload: WORKLOAD });
    const { tasks } = await tasksOf(database, COMPARE_VIEW_QUERY, [heatmap, false, VIEW_METRICS, 60, []]);
    expect(tasks).toBe(1);
    const view = await getCompareView(database, { server, workload: WORKLOAD });
    expect(view.matrix.columns).toHaveLength(2);
  }
  const all = await tasksOf(database, 'SELECT count(*) FROM runs', []);
  expect(all.tasks).toBeGreaterThan(1);
});
