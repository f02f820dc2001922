import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { isOnCitus } from '../testing/database';
import { describeUpload, makeUpload, type RunSketch } from '../testing/parsed-upload';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { importParsed } from './import-parsed';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

let uploads = 0;
function store(run: RunSketch, beforeCommit?: () => Promise<void>) {
  uploads += 1;
  const input = {
    upload: describeUpload(`parallel ${uploads}`),
    parsed: makeUpload(run),
    configTexts: new Map(),
  };
  return importParsed(bench.database, input, beforeCommit);
}
const contents = async () => {
  const entries = await listHeatmaps(bench.database);
  return entries.map(({ server, columns }) => `${server.slug} ${columns}`).sort();
};
const count = async (table: string) =>
  (await bench.database.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`)).rows[0]?.count;

// On a cluster they are stored one after the other: see import-lock.ts.
it.skipIf(isOnCitus())('imports of different heatmaps do not wait for each other', async () => {
  await store(versionRun('16.0', {}, { server: 'a' }));
  let other: unknown;
  await store(versionRun('17.0', {}, { server: 'a' }), async () => {
    // While the first is about to end.
    other = await store(versionRun('16.0', {}, { server: 'b' }));
  });
  expect(other).toMatchObject({ runs: [{ isNew: true }] });
  expect(await contents()).toEqual(['a 2', 'b 1']);
});

it('many at once that make the same servers, versions and workloads are all stored, and counted right', async () => {
  const runs = Array.from({ length: 24 }, (_, index) =>
    versionRun(`${16 + (index % 3)}.0`, {}, { server: `s${index % 4}`, seed: `run ${index}` }),
  );
  await Promise.all(runs.map((run) => store(run)));
  expect(await count('runs')).toBe(24);
  expect([await count('servers'), await count('versions'), await count('workloads')]).toEqual([4, 3, 1]);
  // 6 runs of each server, of 3 versions.
  expect(await contents()).toEqual(['s0 3', 's1 3', 's2 3', 's3 3']);
  const { rows } = await bench.database.pool.query('SELECT DISTINCT run_count FROM heatmaps');
  expect(rows).toEqual([{ run_count: 6 }]);
});

it('the same logs in several uploads at once are one run', async () => {
  const run = versionRun('16.0');
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => store(run)));
  expect(await count('runs')).toBe(1);
  expect(outcomes.filter(({ runs }) => runs[0]?.isNew)).toHaveLength(1);
  expect(new Set(outcomes.map(({ runs }) => runs[0]?.id)).size).toBe(1);
  expect(await count('run_uploads')).toBe(6);
});

it('records follow while imports go on', async () => {
  await bench.store(versionRun('16.0'));
  const judged = (async () => {
    for (let round = 0; round < 8; round += 1) await recomputeRegressions(bench.database);
  })();
  await Promise.all(Array.from({ length: 8 }, (_, index) => store(versionRun(`17.${index}`, { t0: 0.4 }))));
  await judged;
  await recomputeRegressions(bench.database);
  expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.40 regression new']);
});

it('one that is taken back again and again, as a deadlock does, is done until it goes through', async () => {
  let times = 0;
  await store(versionRun('16.0'), async () => {
    times += 1;
    // PostgreSQL's error for one of two that wait for each other, raised here without a second one.
    if (times < 4)
      await bench.database.pool.query(
        `DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END $$`,
      );
  });
  expect(times).toBe(4);
  expect(await count('runs')).toBe(1);
  expect(await count('uploads')).toBe(1);
  const denied = store(versionRun('17.0'), async () => {
    times += 1;
    await bench.database.pool.query(
      `DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END $$`,
    );
  });
  await expect(denied).rejects.toMatchObject({ code: '40P01' });
  // Five times in parallel with others, and five times alone.
  expect(times).toBe(14);
});
