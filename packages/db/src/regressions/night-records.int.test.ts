import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getSeriesOverview } from '../queries/series/get-series-overview';
import { listSeriesLines } from '../queries/series/list-series-lines';
import { nightBuild, nightRun, nightRuns, nightTime } from '../testing/night-runs';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import type { RegressionFilter } from '../types/regressions';
import { listRegressionFacets } from './list/list-facets';
import { listRegressions } from './list-regressions';
import { triageRegression } from './triage';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

const NIGHTS = 40;
/** The morning after the newest night. */
const MORNING = new Date(Date.parse(nightTime(NIGHTS - 1)) + 6 * 3_600_000);
const later = (days: number) => new Date(MORNING.getTime() + days * 86_400_000);

/** t0 loses 10% in night 25, and t1 with it; t2 gains 8% in night 15. */
const steps = (night: number) => ({
  t0: night >= 25 ? 0.9 : 1,
  t1: night >= 25 ? 0.88 : 1,
  t2: night >= 15 ? 1.08 : 1,
});

const list = (filter: RegressionFilter = {}, now = MORNING) => listRegressions(bench.database, filter, now);
/** The record of a level: that the test stopped is another one. */
const first = async (search: string, now = MORNING) => {
  const [record] = (await list({ search }, now)).regressions.filter(({ stop }) => stop === null);
  if (!record) throw new Error(`no record ${search}`);
  return record;
};

describe('a record of nights in the list', () => {
  it('says the size with its interval, the suspects with a link, and how sure it is', async () => {
    await bench.store(versionRun('18.4'), ...nightRuns(0, NIGHTS, steps));
    const { nights, ...record } = await first('t0');
    const [good, bad] = [nightBuild(24), nightBuild(25)];
    expect(nights).toEqual({
      line: { version: '19devel', branch: 'master' },
      lineKey: 'PostgreSQL,19devel@master,,x10a_c8r32',
      judgedBy: 'series',
      low: expect.closeTo(0.891, 2),
      high: expect.closeTo(0.905, 2),
      nights: 15,
      doubts: [],
      firstBad: { ...bad, at: bad.committedAt },
      lastGood: { ...good, at: good.committedAt },
      suspects: {
        after: good.commit,
        upTo: bad.commit,
        tied: [],
        href: `https://github.com/postgres/postgres/compare/${good.commit}...${bad.commit}`,
        count: 0,
        total: null,
        commits: [],
      },
      sureness: 'sure',
      lastMeasuredAt: nightTime(NIGHTS - 1),
      notMeasuredSince: null,
      seriesPath: `/series?server=pn53&workload=${record.workload.slug}&line=PostgreSQL%2C19devel%40master%2C%2Cx10a_c8r32&test=t0`,
    });
    const cols = `${record.lastGood.column},${record.firstBad.column}`;
    expect(new URLSearchParams(record.comparePath.split('?')[1]).get('cols')).toBe(cols);
    const { regressions } = await list();
    expect(regressions.map(({ cause }) => [cause.key, cause.records])).toEqual([
      [record.cause.key, 2],
      [record.cause.key, 2],
    ]);
  });

  it('counts builds between the two that have no value', async () => {
    const nights = nightRuns(0, NIGHTS, (night) =>
      night === 24 || night === 23 ? { ...steps(night), t0: null } : steps(night),
    );
    await bench.store(...nights);
    const { nights: found } = await first('t0');
    expect(found?.suspects).toMatchObject({ after: nightBuild(22).commit, count: 2 });
  });

  it('follows the numbers of builds where their times say something else', async () => {
    // Night 25 was rebased: its time is that of a week before.
    const number = (night: number) => 500 + night;
    const builds = (night: number) => ({
      ...nightBuild(night),
      number: number(night),
      ...(night === 25 && { committedAt: nightBuild(18).committedAt }),
    });
    await bench.store(
      ...Array.from({ length: NIGHTS }, (_, night) =>
        nightRun(night, steps(night), { build: builds(night) }),
      ),
    );
    const { nights } = await first('t0');
    expect(nights?.firstBad).toMatchObject({ commit: nightBuild(25).commit, number: 525 });
    expect(nights?.lastGood).toMatchObject({ commit: nightBuild(24).commit });
    expect(nights?.suspects).toMatchObject({ count: 0, tied: [] });
  });

  it('follows the known parents of builds where there are no numbers', async () => {
    const builds = (night: number) => ({
      ...nightBuild(night),
      ...(night > 0 && { parents: [nightBuild(night - 1).commit ?? ''] }),
      ...(night === 25 && { committedAt: nightBuild(18).committedAt }),
    });
    await bench.store(
      ...Array.from({ length: NIGHTS }, (_, night) =>
        nightRun(night, steps(night), { build: builds(night) }),
      ),
    );
    const { nights } = await first('t0');
    expect(nights?.firstBad).toMatchObject({ commit: nightBuild(25).commit });
    expect(nights?.lastGood).toMatchObject({ commit: nightBuild(24).commit });
    expect(nights?.suspects).toMatchObject({ count: 0, tied: [] });
  });

  it('names all builds with the same time where no number tells them apart', async () => {
    const same = (night: number) => ({
      ...nightBuild(night),
      ...(night > 23 && night < 27 && { committedAt: nightBuild(24).committedAt }),
    });
    await bench.store(
      ...Array.from({ length: NIGHTS }, (_, night) => nightRun(night, steps(night), { build: same(night) })),
    );
    const { nights } = await first('t0');
    const three = [24, 25, 26].map((night) => `g${nightBuild(night).commit?.slice(0, 8)}`);
    expect(three).toEqual(expect.arrayContaining(nights?.suspects.tied ?? []));
    expect(nights?.suspects.tied).toHaveLength(2);
    // The last good build may be one of them: the range begins before all of them.
    expect(nights?.suspects.after).toBe(nightBuild(23).commit);
  });

  it('goes from possible to sure to fixed', async () => {
    await bench.store(...nightRuns(0, 27, steps));
    expect((await first('t0')).nights).toMatchObject({
      sureness: 'possible',
      doubts: ['newest nights'],
      nights: 2,
    });
    await bench.store(...nightRuns(27, NIGHTS, steps));
    expect((await first('t0')).nights?.sureness).toBe('sure');
    await bench.store(...nightRuns(NIGHTS, NIGHTS + 14));
    expect(await first('t0')).toMatchObject({ state: 'fixed', nights: { sureness: 'fixed' } });
  });

  it('of a few nights is fixed when they are over, and never withdrawn', async () => {
    const dip = (night: number) => ({ t0: night >= 25 && night < 30 ? 0.88 : 1 });
    await bench.store(...nightRuns(0, 30, dip));
    expect((await first('t0')).nights?.sureness).toBe('sure');
    for (let night = 30; night < 40; night += 2) await bench.store(...nightRuns(night, night + 2, dip));
    expect(await first('t0')).toMatchObject({
      state: 'fixed',
      withdrawnAt: null,
      nights: { sureness: 'fixed' },
    });
    const { rows } = await bench.database.pool.query(
      `SELECT DISTINCT regression_events.kind FROM regression_events JOIN regressions ON regressions.heatmap_id = regression_events.heatmap_id AND regressions.id = regression_id
       JOIN tests ON tests.id = test_id WHERE tests.key = 't0' AND regressions.kind = 'regression'`,
    );
    expect(rows.map(({ kind }) => kind)).not.toContain('withdrawn');
  });

  it('is there of a line that has a name for a version', async () => {
    const main = nightRuns(0, NIGHTS, steps).map((run) => ({ ...run, version: 'main', versionKnown: false }));
    await bench.store(versionRun('18.4'), ...main);
    expect((await first('t0')).nights).toMatchObject({
      line: { version: 'main', branch: 'master' },
      firstBad: { commit: nightBuild(25).commit },
      sureness: 'sure',
    });
    const lines = await listSeriesLines(bench.database);
    expect(lines).toMatchObject([{ key: 'PostgreSQL,main@master,,x10a_c8r32', nights: NIGHTS }]);
    const overview = await getSeriesOverview(bench.database, {
      server: 'pn53',
      workload: lines[0]?.workload.slug ?? '',
      nights: 14,
    });
    expect(overview.tests.find(({ test }) => test.key === 't0')?.release).toMatchObject({ version: '18.4' });
  });

  it('is null between releases', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    expect((await first('t0')).nights).toBeNull();
    expect((await list({ measured: 'yes' })).total).toBe(1);
    expect(await list({ measured: 'no' })).toMatchObject({ total: 0, notMeasured: 0 });
  });
});

describe('not measured since', () => {
  it('applies to a test that is missing in the newest three nights of its line', async () => {
    const without = (night: number) => (night >= NIGHTS - 3 ? { ...steps(night), t0: null } : steps(night));
    await bench.store(...nightRuns(0, NIGHTS - 1, without));
    expect((await first('t0')).nights).toMatchObject({ notMeasuredSince: null });
    await bench.store(nightRun(NIGHTS - 1, without(NIGHTS - 1)));
    const since = nightTime(NIGHTS - 4);
    expect((await first('t0')).nights).toMatchObject({ lastMeasuredAt: since, notMeasuredSince: since });
    expect((await first('t1')).nights).toMatchObject({ notMeasuredSince: null });
    const found = await list({ measured: 'no' });
    expect(found.regressions.map(({ test }) => test.key)).toEqual(['t0']);
    expect(found).toMatchObject({ total: 1, notMeasured: 1, counts: { new: 1 } });
    // The vanished test has a separate record, whose state is known.
    const stopped = await list({ measured: 'yes', verdict: 'stopped working' });
    expect(stopped.regressions.map(({ test, stop }) => [test.key, stop?.reason])).toEqual([
      ['t0', 'not run'],
    ]);
    expect(await list({ measured: 'yes' })).toMatchObject({ total: 2, notMeasured: 0 });
    expect(await list()).toMatchObject({ total: 3, notMeasured: 1 });
  });

  it('applies to a test that fails every night', async () => {
    const failing = (night: number) => {
      const run = nightRun(night, steps(night));
      return night < NIGHTS - 3 ? run : { ...run, qps: { ...run.qps, t0: [null] } };
    };
    await bench.store(...Array.from({ length: NIGHTS }, (_, night) => failing(night)));
    expect((await first('t0')).nights?.notMeasuredSince).toBe(nightTime(NIGHTS - 4));
  });

  it('applies to a line without new nights for seven days', async () => {
    await bench.store(...nightRuns(0, NIGHTS, steps));
    expect((await first('t0', later(6))).nights?.notMeasuredSince).toBeNull();
    expect((await first('t0', later(7))).nights?.notMeasuredSince).toBe(nightTime(NIGHTS - 1));
  });

  it('waits longer for a line that is measured once a week', async () => {
    const weekly = nightRuns(0, NIGHTS, steps).map((run, night) => ({
      ...run,
      startedAt: nightTime(night * 7 - (NIGHTS - 1) * 6),
    }));
    await bench.store(...weekly);
    expect((await first('t0', later(34))).nights?.notMeasuredSince).toBeNull();
    expect((await first('t0', later(35))).nights?.notMeasuredSince).toBe(nightTime(NIGHTS - 1));
  });
});

describe('filters', () => {
  it('have lines in place of hundreds of builds', async () => {
    await bench.store(versionRun('18.4'), versionRun('18.5', { t5: 0.7 }), ...nightRuns(0, NIGHTS, steps));
    expect(await listRegressionFacets(bench.database)).toMatchObject({
      versions: [{ product: 'PostgreSQL', version: '18.5' }],
      lines: [{ product: 'PostgreSQL', line: '19devel@master' }],
    });
    const keys = async (filter: RegressionFilter) =>
      (await list(filter)).regressions.map(({ test }) => test.key).sort();
    expect(await keys({ line: '19devel@master' })).toEqual(['t0', 't1']);
    expect(await keys({ line: '19devel@other' })).toEqual([]);
    expect(await keys({ search: nightBuild(25).commit ?? '' })).toEqual(['t0', 't1']);
    expect(await keys({})).toEqual(['t0', 't1', 't5']);
  });
});

describe('a claimed fix', () => {
  it('is still there when a night of that commit, or a later one, has the change', async () => {
    await bench.store(...nightRuns(0, NIGHTS, steps));
    const claim = async (fixedIn: string) => {
      const { slug, triageVersion: version } = await first('t0');
      await triageRegression(bench.database, { slug, version, by: 'mdc' }, { fixedIn });
      return (await first('t0')).fix.status;
    };
    expect(await claim(`g${nightBuild(30).commit?.slice(0, 9)}`)).toBe('still there');
    expect(await claim((await first('t0')).firstBad.version)).toBe('still there');
    expect(await claim('0123456789ab')).toBe('claimed');
    expect(await claim('20')).toBe('claimed');
  });
});
