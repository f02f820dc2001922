import { afterAll, beforeAll, expect, it } from 'vitest';
import { importParsed } from '../../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { describeUpload, makeUpload } from '../../testing/parsed-upload';
import { getCompareView } from './get-compare-view';
import { listHeatmaps } from './list-heatmaps';
import { listProductColumns } from './list-product-columns';
import { listProductViews } from './list-product-views';

const CONFIGS = ['x10cw32', 'x10cw2', 'x10c', 'x10cw16', 'x10cw2_c8', 'x10cw002', 'x10cw4'];
const NATURAL = ['x10c', 'x10cw002', 'x10cw2', 'x10cw2_c8', 'x10cw4', 'x10cw16', 'x10cw32'];

let database: TestDatabase;
let heatmap: { server: string; workload: string };
beforeAll(async () => {
  database = await createTestDatabase();
  const sketches = CONFIGS.map((config) => ({
    version: '18beta1',
    product: 'PostgreSQL',
    server: 'pn53',
    qps: { insert: [10] },
    config,
  }));
  const parsed = makeUpload(...sketches);
  await importParsed(database, { upload: describeUpload('a'), parsed, configTexts: new Map() });
  const [only] = await listHeatmaps(database);
  heatmap = { server: only?.server.slug ?? '', workload: only?.workload.slug ?? '' };
});
afterAll(() => database.drop());

const configsOf = (columns: readonly { config: string | null }[] = []) => columns.map(({ config }) => config);

it('configs of one version are in natural order, wherever columns are read', async () => {
  const { matrix } = await getCompareView(database, heatmap);
  expect(configsOf(matrix.columns)).toEqual(NATURAL);
  const asked = { product: 'PostgreSQL', heatmaps: [heatmap] };
  expect(configsOf((await listProductColumns(database, asked))[0]?.columns)).toEqual(NATURAL);
  const views = await listProductViews(database, {
    ...asked,
    metrics: ['throughput'],
    columns: null,
    tests: null,
  });
  expect(configsOf(views[0]?.matrix.columns)).toEqual(NATURAL);
});

it('a config that is renamed moves to its new place', async () => {
  await database.pool.query(`UPDATE configs SET name = 'x10cw9' WHERE name = 'x10cw32'`);
  const { matrix } = await getCompareView(database, heatmap);
  expect(configsOf(matrix.columns).slice(-2)).toEqual(['x10cw9', 'x10cw16']);
});

it.each([
  ['cw2', 'cw16'],
  ['a9z', 'a10a'],
  ['9', 'a'],
  ['v1.9', 'v1.10'],
  ['x', 'x1'],
  ['x99999999999999999999', 'x100000000000000000000'],
])('%s comes before %s', async (first, second) => {
  const { rows } = await database.pool.query(
    `SELECT natural_sort_key($1) COLLATE "C" < natural_sort_key($2) COLLATE "C" AS before`,
    [first, second],
  );
  expect(rows).toEqual([{ before: true }]);
});
