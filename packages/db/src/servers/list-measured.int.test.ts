import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { getServerPage } from './get-server-page';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());

it('counts open records that are sure and those that are only possible apart', async () => {
  const changed = { t0: 0.5, t1: 0.5, t2: 2 };
  await bench.store(versionRun('16.0'), versionRun('17.0', changed));
  // Nothing is known of the noise of a machine that others use too, so nothing is sure there.
  const shared = { server: 'cloud', kind: 'shared' } as const;
  await bench.store(versionRun('16.0', {}, shared), versionRun('17.0', changed, shared));
  const countsOf = async (server: string) =>
    (await getServerPage(bench.database, server)).measured.map(
      ({ slower, possiblySlower, faster, possiblyFaster }) => [
        slower,
        possiblySlower,
        faster,
        possiblyFaster,
      ],
    );
  expect(await countsOf('pn53')).toEqual([[2, 0, 1, 0]]);
  expect(await countsOf('cloud')).toEqual([[0, 2, 0, 1]]);
  await bench.database.pool.query(`UPDATE regressions SET state = 'noise'`);
  expect(await countsOf('cloud')).toEqual([[0, 0, 0, 0]]);
});
