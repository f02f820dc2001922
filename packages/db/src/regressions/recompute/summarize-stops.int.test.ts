import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listStopped } from '../../queries/heatmaps/list-stopped';
import { getSeriesOverview } from '../../queries/series/get-series-overview';
import { nightRuns } from '../../testing/night-runs';
import {
  failing,
  openRegressionBench,
  type RegressionBench,
  versionRun,
} from '../../testing/regression-bench';
import { listRegressions } from '../list-regressions';
import { queueStale } from '../regression-job';
import { recomputeRegressions } from './recompute-regressions';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

/** `t0 failed 16.0→17.0` */
const stops = async () =>
  (await listStopped(bench.database)).flatMap(({ tests }) =>
    tests.map(({ test, reason, lastGood, version }) => `${test} ${reason} ${lastGood}→${version}`),
  );

describe('tests that stopped working', () => {
  it('are listed with the regressions while the newest version fails, and no more when they run again', async () => {
    await bench.store(versionRun('16.0'), failing(versionRun('17.0', { t1: 0 }), 't0'));
    expect(await stops()).toEqual(['t0 failed 16.0→17.0', 't1 0 operations 16.0→17.0']);
    const list = await listRegressions(bench.database);
    expect(list.stopped).toEqual(await listStopped(bench.database));
    expect(list.stopped).toMatchObject([
      { product: 'PostgreSQL', isNights: false, count: 2, server: { slug: 'pn53' } },
    ]);
    await bench.store(failing(versionRun('18.0'), 't1'));
    expect(await stops()).toEqual(['t1 failed 16.0→18.0']);
    await bench.store(versionRun('18.1'));
    expect(await stops()).toEqual([]);
  });

  it('have vanished in the first version without them, and a selection of tests stops none', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: null }));
    expect(await stops()).toEqual(['t0 not run 16.0→17.0']);
    await bench.store(versionRun('18.0', { t0: null }));
    expect(await stops()).toEqual([]);
    const half = Object.fromEntries(Array.from({ length: 6 }, (_, test) => [`t${test}`, null]));
    await bench.store(versionRun('18.1', half));
    expect(await stops()).toEqual([]);
  });

  it('are all counted where a version crashed', async () => {
    const all = Array.from({ length: 12 }, (_, test) => `t${test}`);
    await bench.store(versionRun('16.0'), failing(versionRun('17.0'), ...all));
    expect(await listStopped(bench.database)).toMatchObject([{ count: 12 }]);
  });

  it('are chosen by product and server, and are none of the improvements', async () => {
    const mysql = { product: 'MySQL', server: 'other' };
    await bench.store(versionRun('16.0'), failing(versionRun('17.0'), 't0'));
    await bench.store(versionRun('8.0.43', {}, mysql), failing(versionRun('9.5.0', {}, mysql), 't3'));
    const found = async (filter: Parameters<typeof listRegressions>[1]) =>
      (await listRegressions(bench.database, filter)).stopped.map(({ product }) => product);
    expect((await found({})).sort()).toEqual(['MySQL', 'PostgreSQL']);
    expect(await found({ product: 'MySQL' })).toEqual(['MySQL']);
    expect(await found({ server: 'pn53' })).toEqual(['PostgreSQL']);
    expect(await found({ kind: 'improvement' })).toEqual([]);
  });

  it('are noted in what was judged before, without an event', async () => {
    await bench.store(versionRun('16.0'), failing(versionRun('17.0', { t1: 0.5 }), 't0'));
    const { pool } = bench.database;
    await pool.query(
      'UPDATE heatmaps SET stopped = NULL, records_stops = false, epoch = (SELECT newest + 1 FROM epochs)',
    );
    await pool.query('UPDATE epochs SET newest = newest + 1');
    expect(await stops()).toEqual([]);
    const events = 'SELECT count(*)::int AS count FROM regression_events';
    const before = (await pool.query(events)).rows;
    await queueStale(bench.database);
    expect(await recomputeRegressions(bench.database)).toMatchObject({ created: 0, changed: 0 });
    expect(await stops()).toEqual(['t0 failed 16.0→17.0']);
    expect((await pool.query(events)).rows).toEqual(before);
  });
});

describe('a line of nights', () => {
  it('has the tests whose newest night failed in the list and in its overview', async () => {
    const [newest, ...earlier] = nightRuns(0, 14).toReversed();
    if (!newest) throw new Error('no night');
    await bench.store(...earlier, failing(newest, 't0'));
    const [line] = await listStopped(bench.database);
    expect(line).toMatchObject({ isNights: true, count: 1, tests: [{ test: 't0', reason: 'failed' }] });
    const overview = async (nights: number) => {
      const place = { server: 'pn53', workload: line?.workload.slug ?? '', nights };
      const { tests } = await getSeriesOverview(bench.database, place);
      return tests.flatMap(({ test, stopped }) => (stopped ? [[test.key, stopped]] : []));
    };
    expect(await overview(10)).toEqual([['t0', 'failed']]);
    // Its level is in nights that are not shown.
    expect(await overview(1)).toEqual([['t0', 'failed']]);
  });
});
