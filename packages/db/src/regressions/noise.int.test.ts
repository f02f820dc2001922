import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { getNoiseAtlas, listNoiseAtlas } from './noise-atlas';
import { addExclusion, removeExclusion } from './noise-exclusions';
import { recomputeRegressions } from './recompute-regressions';

const HEATMAP = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
}, 60_000);
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const atlas = () => getNoiseAtlas(bench.database, HEATMAP);

describe('the noise atlas', () => {
  it('says what one run can show, from which pairs', async () => {
    await bench.store(versionRun('17.5'), versionRun('17.6', { t1: 1.06 }), versionRun('18.0'));
    const page = await atlas();
    expect(page).toMatchObject({ calibrated: true, pairs: 1, refused: 0 });
    expect(page.used).toMatchObject([
      { kind: 'point releases', a: { version: '17.5' }, b: { version: '17.6' }, tests: 12, gate: 'silent' },
    ]);
    expect(page.used[0]?.largest?.test).toBe('t1');
    expect(page.tests).toHaveLength(12);
    for (const { sigma, smallestVisible, smallestVisibleOfTwo } of page.tests) {
      expect(sigma).toBeGreaterThanOrEqual(0.01);
      expect(smallestVisible).toBeGreaterThan(0.03);
      expect(smallestVisibleOfTwo).toBeLessThan(smallestVisible);
    }
    const [entry] = await listNoiseAtlas(bench.database);
    expect(entry).toMatchObject({ pairs: 1, exclusions: 0, worst: { smallestVisible: expect.any(Number) } });
    expect(entry?.smallestVisible).toBe(page.smallestVisible);
  });

  it('says why a pair is none', async () => {
    await bench.store(
      versionRun('17.5'),
      versionRun('17.6', {}, { config: 'other_c8r32' }),
      versionRun('17.9'),
    );
    const { refusals, calibrated } = await atlas();
    expect(calibrated).toBe(false);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      'different config',
      'releases between them were not run',
    ]);
  });

  it('knows no heatmap that is none', async () => {
    await expect(getNoiseAtlas(bench.database, { server: 'a', workload: 'b' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('an exclusion', () => {
  it('takes a pair out of the noise, with a reason that is kept when it is taken back', async () => {
    const [a, b] = await bench.storeOnly(versionRun('17.5'), versionRun('17.6'));
    const pair = { run: String(b), other: String(a), reason: ' a back-port ', by: 'nightly' };
    const id = await addExclusion(bench.database, pair);
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 1 });
    expect((await atlas()).refusals).toMatchObject([
      { reason: 'excluded', detail: 'a back-port', exclusion: id },
    ]);
    await expect(addExclusion(bench.database, pair)).rejects.toMatchObject({ code: 'EXISTS' });
    await removeExclusion(bench.database, id, 'local');
    await expect(removeExclusion(bench.database, id, 'local')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const page = await atlas();
    expect(page.pairs).toBe(1);
    expect(page.excluded).toMatchObject([
      { reason: 'a back-port', by: 'nightly', run: { id: String(a) }, removed: { by: 'local' } },
    ]);
  });

  it('of a bad run takes its record away', async () => {
    const [, bad] = await bench.storeOnly(
      versionRun('16.0'),
      versionRun('17.0', { t0: 0.6 }),
      versionRun('17.0', {}, { label: 'again' }),
      versionRun('17.0', {}, { label: 'once more' }),
    );
    await recomputeRegressions(bench.database);
    expect((await bench.list()).length + (await bench.list({ state: 'withdrawn' })).length).toBe(0);
    await bench.store(versionRun('18.0', { t0: 0.7 }));
    const [record] = await bench.list();
    expect(record?.firstBad.version).toBe('18.0');
    const { rows } = await bench.database.pool.query<{ id: string }>(
      `SELECT runs.id::text FROM runs WHERE label LIKE '%18.0%'`,
    );
    await addExclusion(bench.database, {
      run: rows[0]?.id ?? '',
      other: null,
      reason: 'disk full',
      by: 'local',
    });
    await addExclusion(bench.database, { run: String(bad), other: null, reason: 'other load', by: 'local' });
    await recomputeRegressions(bench.database);
    expect(await bench.list()).toEqual([]);
    expect(await bench.list({ state: 'withdrawn' })).toHaveLength(1);
  });

  it('wants a reason, and runs that could be a pair', async () => {
    const [a] = await bench.storeOnly(versionRun('17.5'));
    const [b] = await bench.storeOnly(versionRun('17.6', {}, { server: 'other' }));
    const add = (run: string, other: string | null, reason = 'because') =>
      addExclusion(bench.database, { run, other, reason, by: 'local' });
    await expect(add(String(a), null, '  ')).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    await expect(add(String(a), String(b))).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    await expect(add(String(a), String(a))).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    await expect(add('999', null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
