import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAnnotation } from '../../annotations/annotations';
import { getLineHistory } from '../../queries/series/get-line-history';
import { getSeries } from '../../queries/series/get-series';
import { getSeriesOverview } from '../../queries/series/get-series-overview';
import { listSeriesLines, listSeriesSummaries } from '../../queries/series/list-series-lines';
import { nightRun, nightRuns, nightTime } from '../../testing/night-runs';
import { openRegressionBench, type RegressionBench, versionRun } from '../../testing/regression-bench';
import { recomputeRegressions } from '../recompute/recompute-regressions';

let bench: RegressionBench;

beforeAll(async () => {
  bench = await openRegressionBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

/** t0 loses 10% in night 25, t1 gains 8% in night 15. */
const steps = (night: number) => ({ t0: night >= 25 ? 0.9 : 1, t1: night >= 15 ? 1.08 : 1 });

const history = async () => {
  const { rows } = await bench.database.pool.query<{ line: string }>(
    `SELECT concat_ws(' ', tests.key, first_bad, verdict, withdrawn_at IS NOT NULL, string_agg(event.kind, ' ' ORDER BY event.id)) AS line
     FROM regressions JOIN tests ON tests.id = test_id JOIN regression_events AS event
       ON event.heatmap_id = regressions.heatmap_id AND event.regression_id = regressions.id
     GROUP BY regressions.heatmap_id, regressions.id, tests.key ORDER BY regressions.id`,
  );
  return rows.map(({ line }) => line);
};

describe('records of nights', () => {
  it('finds the first bad night of each change, and nothing else', async () => {
    await bench.store(versionRun('18.4'), ...nightRuns(0, 40, steps));
    expect(await history()).toEqual([
      expect.stringMatching(/^t0 19devel 20260526-g[0-9a-f]{8} regression f created$/),
      expect.stringMatching(/^t1 19devel 20260516-g[0-9a-f]{8} improvement f created$/),
    ]);
  });

  it('says possible after two nights and sure once more have shown it, and moves nothing later', async () => {
    await bench.store(versionRun('18.4'), ...nightRuns(0, 25, steps));
    await bench.store(nightRun(25, steps(25)));
    expect((await history()).filter((line) => line.startsWith('t0'))).toEqual([]);
    await bench.store(nightRun(26, steps(26)));
    expect((await history())[1]).toMatch(/^t0 19devel 20260526-\w+ possible regression f created$/);
    for (let night = 27; night < 33; night += 1) await bench.store(nightRun(night, steps(night)));
    // Possible as a level, then sure.
    expect((await history())[1]).toMatch(/^t0 19devel 20260526-\w+ regression f created judged judged$/);
  });

  it('says fixed when later nights are back', async () => {
    await bench.store(...nightRuns(0, 40, (night) => ({ t0: night >= 15 && night < 28 ? 0.85 : 1 })));
    expect(await history()).toEqual([
      expect.stringMatching(/^t0 19devel 20260516-\w+ regression f created fixed$/),
    ]);
  });

  it('does not attribute a change to a build if the kernel changed, or if a move of the machine was recorded', async () => {
    const kernel = (night: number) => ({ facts: { kernel: night < 20 ? '6.8.0' : '6.14.0' } });
    const all = Object.fromEntries(Array.from({ length: 12 }, (_, test) => [`t${test}`, 0.9]));
    await bench.store(
      ...Array.from({ length: 40 }, (_, night) => nightRun(night, night < 20 ? {} : all, kernel(night))),
    );
    expect(await history()).toEqual([]);
    await bench.clear();
    await bench.store(...nightRuns(0, 40, (night) => (night < 20 ? {} : all)));
    expect(await history()).toHaveLength(12);
    await addAnnotation(bench.database, {
      at: nightTime(20),
      label: 'machine moved',
      server: 'pn53',
      product: null,
      by: 'mdc',
    });
    await recomputeRegressions(bench.database);
    expect((await history()).every((line) => / t created withdrawn$/.test(line))).toBe(true);
  });

  it('compares fewer than twelve nights in pairs', async () => {
    await bench.store(...nightRuns(0, 11, (night) => ({ t0: night >= 6 ? 0.7 : 1 })));
    const { rows } = await bench.database.pool.query('SELECT FROM series');
    expect(rows).toHaveLength(0);
    expect((await history())[0]).toMatch(/^t0 19devel 20260507-/);
  });
});

describe('a series of which the config changed', () => {
  /** t0 loses 30% with x10b from night 20 on; t1 loses 12% in night 32. */
  const configOf = (night: number) => (night < 20 ? 'x10a' : 'x10b');
  const nights = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const night = from + index;
      const factors = { t0: night < 20 ? 1 : 0.7, t1: night < 32 ? 1 : 0.88 };
      return nightRun(night, factors, { config: configOf(night) });
    });

  it('continues, blames no night for the config, and finds what changed later', async () => {
    await bench.storeOnly(...nights(0, 40));
    await bench.database.pool.query(`UPDATE configs SET text = 'io_workers=' || ascii(right(name, 1))`);
    await recomputeRegressions(bench.database);
    expect(await history()).toEqual([
      expect.stringMatching(/^t1 19devel 20260602-g[0-9a-f]{8} regression f/),
    ]);
    const lines = await listSeriesLines(bench.database);
    expect(lines).toMatchObject([{ nights: 40, line: { config: 'x10a' }, configs: ['x10a', 'x10b'] }]);
    expect((await listSeriesSummaries(bench.database))[0]).toMatchObject({ nights: 40, tests: 12 });
    const [own] = lines;
    if (!own) throw new Error('No line of nights is stored.');
    const { server, workload, key, keys = [] } = own;
    const place = { server: server.slug, workload: workload.slug, test: 't0' };
    const view = await getSeries(bench.database, { ...place, line: key });
    expect(view.annotations).toMatchObject([{ label: 'config x10a → x10b (io_workers 97 → 98)' }]);
    expect(view.verdicts.throughput?.changes).toMatchObject([
      { firstBad: 20, brokenBy: { at: 20, label: 'config x10a → x10b (io_workers 97 → 98)' } },
    ]);
    // The address that the later config had alone names the line, too.
    expect(keys).toHaveLength(2);
    for (const each of keys) {
      const { lineKey, nights: shown } = await getSeries(bench.database, { ...place, line: each });
      expect([lineKey, shown.length]).toEqual([key, 40]);
    }
    const past = await getLineHistory(bench.database, { ...place, line: key });
    expect(past.nights.map(({ config }) => config)).toEqual(
      Array.from({ length: 40 }, (_, night) => configOf(night)),
    );
  });

  it('takes the nights of the later config for measured', async () => {
    const slow = { t1: 0.88 };
    const run = (night: number) =>
      nightRun(night, night < 12 ? {} : slow, { config: night < 24 ? 'x10a' : 'x10b' });
    await bench.store(...Array.from({ length: 24 }, (_, night) => run(night)));
    await bench.store(...Array.from({ length: 16 }, (_, night) => run(24 + night)));
    const [record] = await bench.list();
    expect(record?.nights?.lastMeasuredAt).toBe(nightTime(39));
  });
});

describe('series', () => {
  it('have the part of operations that failed in each night, of tests that count it', async () => {
    await bench.store(...nightRuns(0, 14));
    const [entry] = await listSeriesLines(bench.database);
    const place = { server: 'pn53', workload: entry?.workload.slug ?? '', line: entry?.key ?? '' };
    expect((await getLineHistory(bench.database, place)).nights[0]).not.toHaveProperty('failed');
    // As many as succeed in each of the 60 s that a run takes where none is known.
    await bench.database.pool.query(
      `INSERT INTO measurements (heatmap_id, result_id, metric, value, unit, source)
       SELECT own.heatmap_id, own.result_id, 'errors', value * 60, '', 'reported' FROM measurements AS own
       JOIN results ON results.heatmap_id = own.heatmap_id AND results.id = own.result_id
       JOIN tests ON tests.id = test_id WHERE metric = 'throughput' AND tests.key = 't3'`,
    );
    const { tests, nights } = await getLineHistory(bench.database, place);
    const at = tests.findIndex(({ key }) => key === 't3');
    expect(nights.map(({ failed }) => failed?.[at])).toEqual(nights.map(() => 0.5));
    expect(nights[0]?.failed?.filter((part) => part !== null)).toHaveLength(1);
  });

  it('has the nights in the order of time with levels, changes and the release', async () => {
    await bench.store(versionRun('18.4'), ...nightRuns(0, 40, steps));
    const view = await getSeries(bench.database, {
      server: 'pn53',
      workload: (await listSeriesLines(bench.database))[0]?.workload.slug ?? '',
      test: 't0',
    });
    expect(view.lineKey).toBe('PostgreSQL,19devel@master,,x10a_c8r32');
    expect(view.nights).toHaveLength(40);
    expect(view.nights.map(({ measuredAt }) => measuredAt)).toEqual(
      Array.from({ length: 40 }, (_, night) => nightTime(night)),
    );
    expect(view.releases).toMatchObject([{ version: '18.4', runs: 1 }]);
    expect(view.verdicts.throughput).toMatchObject({
      enough: true,
      nights: 40,
      levels: [
        { start: 0, end: 25 },
        { start: 25, end: 40 },
      ],
      changes: [{ firstBad: 25, lastGood: 24, state: 'sure', direction: 'slower' }],
    });
    expect(view.records).toMatchObject([{ kind: 'regression', firstBad: view.nights[25]?.column }]);
    expect(view.isStale).toBe(false);
  });

  it('gives an overview of all tests, and counts them against the last release', async () => {
    await bench.store(versionRun('18.4'), ...nightRuns(0, 40, steps));
    const [line] = await listSeriesSummaries(bench.database);
    expect(line).toMatchObject({ nights: 40, tests: 12, slower: 1, faster: 1, possible: 0, release: '18.4' });
    const overview = await getSeriesOverview(bench.database, {
      server: 'pn53',
      workload: line?.workload.slug ?? '',
      nights: 30,
    });
    expect(overview).toMatchObject({ total: 40, first: 10, isStale: false });
    expect(overview.tests).toHaveLength(12);
    expect(overview.tests[0]).toMatchObject({
      test: { key: 't0' },
      release: { version: '18.4' },
      verdict: { changes: [{ firstBad: 25 }] },
    });
    expect(overview.tests[0]?.values).toHaveLength(30);
    // Where the first levels begin: that night is not shown.
    expect(overview.earlier).toMatchObject([{ night: 0, build: { at: expect.any(String) } }]);
  });

  it('keeps one build where a commit is named with fewer digits, and joins builds without a branch', async () => {
    const [first] = nightRuns(0, 1);
    if (!first?.build) throw new Error('no build');
    const short = { ...first.build, commit: first.build.commit?.slice(0, 9) ?? null, branch: null };
    await bench.store(first, { ...first, build: short, label: 'again', seed: 'again' });
    const { rows } = await bench.database.pool.query<{ commit: string; branch: string }>(
      'SELECT commit, branch FROM builds',
    );
    expect(rows).toEqual([{ commit: first.build.commit, branch: 'master' }]);
  });

  it('takes all answers back when a branch is new to a line: builds that name none are of another line then', async () => {
    const shared = async () =>
      (await bench.database.pool.query<{ shared: string }>('SELECT shared FROM epochs')).rows[0]?.shared;
    const [first, second, third] = nightRuns(0, 3);
    if (!first?.build || !second?.build || !third) throw new Error('no build');
    await bench.store({ ...first, build: { ...first.build, branch: null } });
    const before = await shared();
    await bench.store(second);
    const after = await shared();
    expect(after).not.toBe(before);
    await bench.store(third);
    expect(await shared()).toBe(after);
  });
});
