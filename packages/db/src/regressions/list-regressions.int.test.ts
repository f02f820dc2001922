import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openRegressionBench,
  type RegressionBench,
  storeTwoProducts,
  versionRun,
} from '../testing/regression-bench';
import type { RegressionFilter, RegressionSort } from '../types/regressions';
import { listRegressionFacets } from './list/list-facets';
import { listRegressions } from './list-regressions';
import { getRegression } from './record-page/get-regression';
import { triageRegression } from './triage';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
  await storeTwoProducts(bench);
});
afterAll(() => bench.close());

const tests = async (filter: RegressionFilter) => (await bench.list(filter)).map(({ test }) => test.key);

describe('listRegressions', () => {
  it('sorts by size, certainty and date', async () => {
    expect(await tests({})).toEqual(['t2', 't1', 't0', 't0']);
    expect(await tests({ sort: 'certainty' })).toEqual(['t2', 't1', 't0', 't0']);
    expect((await bench.list({ sort: 'date' }))[0]?.product).toBe('MySQL');
  });

  it.each<[string, RegressionFilter, string[]]>([
    ['product', { product: 'MySQL' }, ['t0']],
    ['server', { server: 'pn53' }, ['t2', 't1', 't0']],
    ['first bad version', { since: '17.0' }, ['t1', 't0']],
    ['words', { search: 't0 postgres' }, ['t0']],
    ['unwanted words', { search: '-mysql -t0' }, ['t2', 't1']],
    ['kind', { kind: 'improvement' }, ['t3']],
    ['verdict', { verdict: 'possible regression' }, []],
    ['group', { group: 'no such group' }, []],
    ['state', { state: 'fixed' }, []],
    ['open states', { state: 'open', product: 'MySQL' }, ['t0']],
    ['cause', { cause: 'postgresql-18.0-slower-no-metrics' }, ['t2']],
  ])('filters by %s', async (_, filter, expected) => {
    expect(await tests(filter)).toEqual(expected);
  });

  it('counts the states whatever state is chosen', async () => {
    const [record] = await bench.list({ product: 'MySQL' });
    await triageRegression(
      bench.database,
      { slug: record?.slug ?? '', version: 1, by: 'local' },
      { state: 'noise' },
    );
    const list = await listRegressions(bench.database, { state: 'noise' });
    expect(list).toMatchObject({ total: 1, counts: { new: 3, noise: 1, withdrawn: 0 } });
  });

  it('puts records of one cause side by side, the cause with the largest effect first', async () => {
    const { regressions } = await listRegressions(bench.database, { byCause: true });
    expect(regressions.map(({ cause }) => cause.key)).toEqual([
      'postgresql-18.0-slower-no-metrics',
      'postgresql-17.0-slower-no-metrics',
      'postgresql-17.0-slower-no-metrics',
      'mysql-9.5.0-slower-no-metrics',
    ]);
    expect(regressions[1]?.cause.records).toBe(2);
  });

  it('sorts causes as their records are sorted', async () => {
    const versions = async (sort: RegressionSort) =>
      (await listRegressions(bench.database, { byCause: true, sort })).regressions.map(
        ({ firstBad }) => firstBad.version,
      );
    expect(await versions('date')).toEqual(['9.5.0', '18.0', '17.0', '17.0']);
    expect(await versions('certainty')).toEqual(['18.0', '17.0', '17.0', '9.5.0']);
  });

  it('gives pages', async () => {
    const first = await listRegressions(bench.database, { pageSize: 3 });
    const second = await listRegressions(bench.database, { pageSize: 3, page: 2 });
    expect([first.pages, first.total, first.regressions.length, second.regressions.length]).toEqual([
      2, 4, 3, 1,
    ]);
  });

  it('lists the values of filters', async () => {
    expect(await listRegressionFacets(bench.database)).toMatchObject({
      products: ['MySQL', 'PostgreSQL'],
      servers: [{ slug: 'other' }, { slug: 'pn53' }],
      groups: [{ id: 'other' }],
      versions: [
        { product: 'MySQL', version: '9.5.0' },
        { product: 'PostgreSQL', version: '17.0' },
        { product: 'PostgreSQL', version: '18.0' },
      ],
    });
  });
});

describe('getRegression', () => {
  it('has the ladder, the neighbours, the evidence and where the numbers come from', async () => {
    const [record] = await bench.list({ since: '17.0', search: 't0' });
    const page = await getRegression(bench.database, record?.slug ?? '');
    expect(page.ladder.map(({ version, role, level, value }) => [version, role, level, value])).toEqual([
      ['16.0', 'last good', 0, 998],
      ['17.0', 'first bad', 1, expect.closeTo(796, -1)],
      ['18.0', null, 1, expect.closeTo(800, -1)],
    ]);
    expect(page.ladder[1]?.toLastGood).toBe(page.ratio);
    expect(page.neighbours.find(({ key }) => key === 't1')?.slug).toMatch(/^t1-17\.0-/);
    expect(page.judged).toMatchObject({ calibrated: false, serverPairs: 0, baseRuns: 1, settleSentence: '' });
    expect(page.judged?.bandSentence).toMatch(/^Run-to-run noise: ±\d\.\d% \(95%\)\.$/);
    expect(page.evidence.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'for: Larger than noise',
      'for: It stays',
      'for: Neighbours move too',
      'open: Not bisected',
    ]);
    expect(page.sources).toMatchObject([{ upload: { filename: 'upload 1.tar.gz' }, runs: [{}, {}, {}] }]);
    expect(page.repeats).toHaveLength(3);
    expect(page.comparePath).toBe(
      '/compare?server=pn53&workload=sysbench-cached-1x50m-1c-pk1&base=postgresql-16.0-x10a_c8r32&cell=t0%40postgresql-17.0-x10a_c8r32',
    );
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
  });

  it('finds the same change on another server', async () => {
    await bench.store(
      versionRun('16.0', {}, { server: 'third' }),
      versionRun('17.0', { t0: 0.75 }, { server: 'third' }),
    );
    const [record] = await bench.list({ since: '17.0', search: 't0', server: 'pn53' });
    const { elsewhere, evidence } = await getRegression(bench.database, record?.slug ?? '');
    expect(elsewhere).toMatchObject([{ server: { slug: 'third' }, verdict: 'regression', state: 'new' }]);
    expect(evidence.map(({ title }) => title)).toContain('Seen in 1 of 1 other places');
  });

  it('knows no record that is none', async () => {
    await expect(getRegression(bench.database, "'; --")).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
