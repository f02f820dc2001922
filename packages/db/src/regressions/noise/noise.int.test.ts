import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCellEvidence } from '../../queries/get-cell-evidence';
import { getCompareView } from '../../queries/heatmaps/get-compare-view';
import {
  openRegressionBench,
  type RegressionBench,
  testName,
  versionRun,
} from '../../testing/regression-bench';
import { heatmapNoise, loadHeatmap, variantMatrix } from '../load-heatmap';
import { recomputeRegressions } from '../recompute/recompute-regressions';
import { getNoiseAtlas, listNoiseAtlas } from './noise-atlas';
import { addExclusion, removeExclusion } from './noise-exclusions';

const HEATMAP = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const atlas = () => getNoiseAtlas(bench.database, HEATMAP);

describe('the noise atlas', () => {
  it('reports the change that one run can detect, and the pairs behind it', async () => {
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
    const { entries, total, calibrated } = await listNoiseAtlas(bench.database);
    const [entry] = entries;
    expect([total, calibrated]).toEqual([1, 1]);
    expect(entry).toMatchObject({ pairs: 1, exclusions: 0, worst: { smallestVisible: expect.any(Number) } });
    expect(entry?.smallestVisible).toBe(page.smallestVisible);
  });

  it('knows the repeats of a run as a pair, one for one', async () => {
    const repeats = { t0: [1, 1.02], t1: [0.99, 1], t2: [1, 1.01] };
    await bench.store(versionRun('16.0', repeats), versionRun('18.0'));
    const { used, calibrated } = await atlas();
    expect(calibrated).toBe(true);
    expect(used).toMatchObject([
      { kind: 'repeats', a: { version: '16.0', repeat: 1 }, b: { version: '16.0', repeat: 2 }, tests: 3 },
    ]);
    expect(used[0]?.largest).toMatchObject({ test: 't0' });
    expect(used[0]?.largest?.x).toBeCloseTo(Math.log(1.02), 3);
  });

  it('lists servers and workloads by words and page by page, and counts all that match', async () => {
    const wild = Object.fromEntries(
      Array.from({ length: 12 }, (_, test) => [testName(test), test % 2 === 0 ? 0.8 : 1.25]),
    );
    await bench.store(
      versionRun('17.5', {}, { server: 'b-noisy' }),
      versionRun('17.6', wild, { server: 'b-noisy' }),
    );
    await bench.store(versionRun('17.5', {}, { server: 'a-alone' }));
    const servers = async (filter: Parameters<typeof listNoiseAtlas>[1]) =>
      (await listNoiseAtlas(bench.database, filter)).entries.map(({ server }) => server.name);
    expect(await servers({})).toEqual(['a-alone', 'b-noisy']);
    expect(await servers({ search: 'SYSBENCH noisy' })).toEqual(['b-noisy']);
    expect(await servers({ search: '-noisy' })).toEqual(['a-alone']);
    expect(await servers({ search: '100%' })).toEqual([]);
    expect(await servers({ page: 2 })).toEqual([]);
    expect(await listNoiseAtlas(bench.database, { search: 'a-alone', page: 3 })).toMatchObject({
      total: 1,
      calibrated: 0,
      blind: 0,
      limit: 0.05,
      page: 3,
      pages: 1,
    });
    expect(await listNoiseAtlas(bench.database)).toMatchObject({
      entries: [{ calibrated: false }, { calibrated: true }],
      total: 2,
      calibrated: 1,
      blind: 1,
      pages: 1,
    });
  });

  it('cuts a page of a hundred', async () => {
    await bench.store(versionRun('17.5'));
    await bench.database.pool.query(
      `INSERT INTO servers (slug, name) SELECT 's' || n, 's' || lpad(n::text, 3, '0') FROM generate_series(1, 100) AS n`,
    );
    await bench.database.pool.query(
      `INSERT INTO heatmaps (server_id, workload_id, noise)
       SELECT servers.id, workload_id, noise FROM heatmaps, servers WHERE servers.slug <> 'pn53'`,
    );
    const first = await listNoiseAtlas(bench.database);
    const second = await listNoiseAtlas(bench.database, { page: 2 });
    expect([first.total, first.pages, first.entries.length]).toEqual([101, 2, 100]);
    expect(first.entries[0]?.server.name).toBe('pn53');
    expect(second.entries.map(({ server }) => server.name)).toEqual(['s100']);
  });

  it('gives the reason for a refused pair', async () => {
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

  it('of a bad run is seen in the heatmap, whose other runs count alone', async () => {
    const [, bad, , alone] = await bench.storeOnly(
      versionRun('16.0'),
      versionRun('17.0', { t0: 0.5 }),
      versionRun('17.0', { t0: 0.9, t1: null }, { label: 'again' }),
      versionRun('18.0', { t0: 0.6 }),
    );
    const exclude = (run: number | undefined, reason: string) =>
      addExclusion(bench.database, { run: String(run), other: null, reason, by: 'local' });
    const id = await exclude(bad, 'fan failed');
    await exclude(alone, 'disk full');

    const { matrix } = await getCompareView(bench.database, HEATMAP);
    expect(matrix.columns.map(({ version, runs, badRuns }) => [version, runs, badRuns])).toEqual([
      ['16.0', 1, undefined],
      ['17.0', 2, ['fan failed']],
      ['18.0', 1, ['disk full']],
    ]);
    const [t0, t1] = ['t0', 't1'].map((name) => matrix.rows.findIndex((row) => row.name === name));
    // t0: the good run alone, its repeats too; t1: only the bad run has it. Values of bad runs are kept.
    expect(matrix.status[t0 ?? -1]).toEqual(['ok', 'ok', 'bad_run']);
    expect(matrix.repeats[t0 ?? -1]).toEqual([1, 1, 1]);
    expect((matrix.values.throughput?.[t0 ?? -1]?.[1] ?? 0) / 900).toBeCloseTo(1, 1);
    expect(matrix.status[t1 ?? -1]).toEqual(['ok', 'bad_run', 'bad_run']);
    expect(matrix.values.throughput?.[t1 ?? -1]?.[1]).not.toBeNull();

    const [column, test] = [matrix.columns[1]?.slug ?? '', matrix.rows[t0 ?? -1]?.key ?? ''];
    const cell = { ...HEATMAP, column, test };
    const marks = async () =>
      (await getCellEvidence(bench.database, cell)).results.map(({ isBad = false }) => isBad);
    expect(await marks()).toEqual([true, false]);

    const stored = await bench.database.prisma.run.findFirstOrThrow();
    const heatmap = await loadHeatmap(bench.database.pool, stored);
    if (!heatmap) throw new Error('the heatmap is gone');
    expect(variantMatrix(heatmap).columns.map(({ version }) => version)).toEqual(['16.0', '17.0']);
    expect(heatmapNoise(heatmap).pairs).toEqual([]);

    await removeExclusion(bench.database, id, 'local');
    const { matrix: again } = await getCompareView(bench.database, HEATMAP);
    expect(again.status[t1 ?? -1]).toEqual(['ok', 'ok', 'bad_run']);
    expect(again.columns[1]).not.toHaveProperty('badRuns');
    expect(await marks()).toEqual([false, false]);
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
