import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { nightRuns } from '@basecase/db/testing/nights';
import {
  failing,
  openRegressionBench,
  type RegressionBench,
  versionRun,
} from '@basecase/db/testing/regressions';
import { homeModel } from '@basecase/views/home';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerOf, BASE, caller, json, readFrom } from '../../../server/testing/stated-facts';

// A benchmark that is dead in the newest version or night is a stop on every page, and in every answer and format.

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '', BASECASE_URL: BASE });
  readFrom(bench.database, openBlobStore('/nowhere', bench.database));
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const TESTS = Array.from({ length: 12 }, (_, test) => `t${test}`);
const zeros = (tests: readonly string[]) => Object.fromEntries(tests.map((test) => [test, 0]));

type Store = (dead: readonly string[]) => Promise<unknown>;

const newest = versionRun('17.0');
const FORMS: readonly [name: string, dead: readonly string[], store: Store][] = [
  ['all tests that failed', TESTS, (dead) => bench.store(versionRun('16.0'), failing(newest, ...dead))],
  ['all tests at 0', TESTS, (dead) => bench.store(versionRun('16.0'), versionRun('17.0', zeros(dead)))],
  ['one test at 0', ['t3'], (dead) => bench.store(versionRun('16.0'), versionRun('17.0', zeros(dead)))],
  ['one lost test', ['t3'], () => bench.store(versionRun('16.0'), versionRun('17.0', { t3: null }))],
  [
    'a crash: one test failed, those after it are lost',
    ['t9', 't10', 't11'],
    () => bench.store(versionRun('16.0'), failing(versionRun('17.0', { t10: null, t11: null }), 't9')),
  ],
  [
    'several dead versions in a row',
    ['t1', 't2'],
    (dead) =>
      bench.store(versionRun('16.0'), failing(versionRun('16.1'), ...dead), versionRun('17.0', zeros(dead))),
  ],
];

/** The only heatmap, its columns, and the name of the newest one. */
async function heatmap() {
  const [row] = await caller().home.newest();
  if (!row) throw new Error('no heatmap');
  const where = { server: row.server.slug, workload: row.workload.slug };
  const { matrix } = await caller().compare.view(where);
  return { row, where, columns: matrix.columns.map(({ slug }) => slug) };
}

it.each(FORMS)('%s is a stop everywhere', async (_, dead, store) => {
  await store(dead);
  const { row, where, columns } = await heatmap();
  const sorted = [...dead].sort();
  const [base = ''] = columns;
  // The heatmap, and the answer that has its cells.
  const { rows } = await json('compare', { ...where, base, cols: 'all' });
  const stopped = (at: number) =>
    rows
      .filter(({ verdicts }: { verdicts: string[] }) => verdicts.at(at) === 'stopped working')
      .map(({ test }: { test: string }) => test)
      .sort();
  expect(stopped(-1)).toEqual(sorted);
  // Records, their list and their feed.
  const list = await json('regressions', { pageSize: '100' });
  const named = (records: { test: { key: string } | string; verdict: string }[]) =>
    records
      .filter(({ verdict }) => verdict === 'stopped working')
      .map(({ test }) => (typeof test === 'string' ? test : test.key))
      .sort();
  expect(named(list.regressions)).toEqual(sorted);
  expect(list.stopped.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
    dead.length,
  );
  const feed = await (await answerOf('regressions.atom', {})).text();
  for (const test of dead) expect(feed).toContain(test);
  expect(feed).toMatch(/stopped working/i);
  // Home, and reports in each format.
  const [shown] = homeModel({ rows: [row], waiting: { joins: 0, pending: 0 } }).rows;
  expect(shown?.oldest?.stopped).toBe(dead.length);
  for (const format of ['md', 'html'])
    expect(
      await (await answerOf('report', { ...where, product: row.product, format })).text(),
      format,
    ).toMatch(/stopped working/i);
});

it.each([1, 2, 5])('the newest %i nights without an operation are a stop everywhere', async (nights) => {
  await bench.store(...nightRuns(0, 20, (night) => (night >= 20 - nights ? zeros(TESTS) : {})));
  const { where } = await heatmap();
  const list = await json('regressions', { pageSize: '100' });
  expect(list.regressions.map(({ verdict }: { verdict: string }) => verdict)).toEqual(
    TESTS.map(() => 'stopped working'),
  );
  const { lines } = await json('series/lines', { server: where.server });
  const series = await json('series', { ...where, line: lines[0].line, test: 't0' });
  expect(series.stopped).toMatchObject({ reason: '0 operations' });
  const { rows } = await json('compare', { ...where, cols: 'all' });
  for (const { verdicts } of rows)
    expect(verdicts.slice(-nights)).toEqual(Array.from({ length: nights }, () => 'stopped working'));
  const feed = await (await answerOf('regressions.atom', {})).text();
  expect(feed).toMatch(/stopped working/i);
});

it('nights that failed, and nights of which none ever worked, are never without a change', async () => {
  const nights = nightRuns(0, 16).map((run, night) => (night < 14 ? run : failing(run, ...TESTS)));
  await bench.store(...nights);
  const { where } = await heatmap();
  const list = await json('regressions', { pageSize: '100' });
  expect(list.regressions.map(({ verdict }: { verdict: string }) => verdict)).toEqual(
    TESTS.map(() => 'stopped working'),
  );
  const wordsOf = async () => {
    const { rows } = await json('compare', { ...where, cols: 'all' });
    return rows.flatMap(({ verdicts }: { verdicts: (string | null)[] }) => verdicts.slice(-2));
  };
  expect(new Set(await wordsOf())).toEqual(new Set(['stopped working']));
  await bench.clear();
  await bench.store(...nightRuns(0, 16, () => zeros(TESTS)));
  expect(new Set(await wordsOf())).not.toContain('no change');
});
