import { noiseModels } from '@basecase/analysis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nightRuns } from '../../testing/night-runs';
import { openRegressionBench, type RegressionBench, versionRun } from '../../testing/regression-bench';
import { heatmapNoise, loadHeatmap } from '../load-heatmap';
import { recomputeRegressions } from '../recompute/recompute-regressions';
import { getHeatmapNoise, getNoiseAtlas } from './noise-atlas';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const HEATMAP = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };
const judged = ['17.0', '16.0'].map((version) => ({
  ...{ product: 'PostgreSQL', version, flavour: null, config: 'x10a_c8r32' },
}));

describe('90 nights of a server', () => {
  it('tell the noise of its releases, the same on pages as in the job', async () => {
    await bench.storeOnly(versionRun('16.0', {}, { kind: null }));
    await bench.storeOnly(versionRun('17.0', { t0: 0.5 }, { kind: null }));
    const before = await getHeatmapNoise(bench.database, HEATMAP);
    expect(noiseModels(before)(judged)).toMatchObject({ calibrated: false, pairs: 0 });

    await bench.storeOnly(...nightRuns(0, 90));
    const noise = await getHeatmapNoise(bench.database, HEATMAP);
    expect(noise.pairs.map(({ kind, weight }) => [kind, weight])).toEqual(Array(20).fill(['nights', 0.25]));
    expect(noiseModels(noise)(judged)).toMatchObject({ calibrated: true, canBeSure: true, pairs: 20 });
    const whole = await loadHeatmap(bench.database.pool, { serverId: 1, workloadId: 1 });
    expect(whole && heatmapNoise(whole)).toEqual(noise);
    const atlas = await getNoiseAtlas(bench.database, HEATMAP);
    expect(atlas.used[0]).toMatchObject({ kind: 'nights', weight: 0.25, tests: 12 });
    expect(atlas.calibrated).toBe(true);
  });
});

describe('workloads with one test', () => {
  /** A version at a number of clients: one test, in a separate upload on that day. */
  const send = (
    version: string,
    { clients, day, qps = 1000 }: { clients: number; day: number; qps?: number },
  ) =>
    bench.storeOnly({
      ...{ version, clients, server: 'pn53', kind: null, startedAt: `2026-03-${10 + day}T12:00:00Z` },
      ...{ qps: { t0: [qps + day * 3 + clients] }, seed: `${version} ${clients} ${day}` },
    });

  it('are judged with the pairs of the same benchmark at other clients, and again when these change', async () => {
    await send('16.0', { clients: 1, day: 0 });
    await send('17.0', { clients: 1, day: 1, qps: 500 });
    for (const clients of [2, 4, 8]) await send('16.0', { clients, day: 0 });
    await recomputeRegressions(bench.database);
    const { rows } = await bench.database.pool.query<{ slug: string }>(
      'SELECT slug FROM workloads ORDER BY clients',
    );
    const slug = rows[0]?.slug ?? '';
    const address = { server: 'pn53', workload: slug };
    expect(await getNoiseAtlas(bench.database, address)).toMatchObject({ calibrated: false, used: [] });

    for (const clients of [2, 4, 8]) await send('16.0', { clients, day: 5 });
    // The three that have new runs, and the one that is judged with their pairs.
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 4 });
    expect(await getNoiseAtlas(bench.database, address)).toMatchObject({
      calibrated: true,
      used: [{ kind: 'other workload', weight: 0.5, tests: 3 }],
    });
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 0 });
  });
});
