import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRegressionBench, type RegressionBench, storeTwoProducts } from '../testing/regression-bench';
import { listLineRecords } from './list-line-records';
import { triageRegression } from './triage';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
  await storeTwoProducts(bench);
});
afterAll(() => bench.close());

async function heatmapOf(product: string) {
  const [record] = await bench.list({ product });
  return { server: record?.server.slug ?? '', workload: record?.workload.slug ?? '' };
}

it('finds the records of a product and its tests in the heatmaps asked for, the largest first', async () => {
  const own = await heatmapOf('PostgreSQL');
  const other = await heatmapOf('MySQL');
  const tests = ['t0', 't1', 't3'];
  const found = await listLineRecords(bench.database, {
    product: 'PostgreSQL',
    heatmaps: [own, other],
    tests,
  });
  expect(found.map(({ kind, firstBad, levelRatio }) => [kind, firstBad, levelRatio.toFixed(1)])).toEqual([
    ['regression', '17.0', '0.7'],
    ['regression', '17.0', '0.8'],
  ]);
  expect(found[0]).toMatchObject({ ...own, verdict: 'regression' });
  expect(found[0]?.column).toContain('17.0');
  const mysql = await listLineRecords(bench.database, { product: 'MySQL', heatmaps: [other], tests });
  expect(mysql.map(({ kind }) => kind).sort()).toEqual(['improvement', 'regression']);
  expect(await listLineRecords(bench.database, { product: 'MySQL', heatmaps: [own], tests })).toEqual([]);
});

it('leaves out what people call noise', async () => {
  const heatmap = await heatmapOf('MySQL');
  const input = { product: 'MySQL', heatmaps: [heatmap], tests: ['t0'] };
  const [record] = await listLineRecords(bench.database, input);
  const edit = { slug: record?.slug ?? '', version: 1, by: 'local' };
  await triageRegression(bench.database, edit, { state: 'noise' });
  expect(await listLineRecords(bench.database, input)).toEqual([]);
});
