import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAnnotation } from '../../../annotations/annotations';
import { nightBuild, nightRun, nightRuns, nightTime } from '../../../testing/night-runs';
import { openRegressionBench, type RegressionBench } from '../../../testing/regression-bench';
import { recomputeRegressions } from '../../recompute/recompute-regressions';
import { getRegression } from '../get-regression';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

const STEP = 70;
const NIGHTS = 90;
const FACTORS = { t0: 0.9, t1: 0.88 };

/** t0 and t1 change in one night; an operation costs more CPU from then on. */
const night = (index: number, server = 'pn53') =>
  nightRun(index, index >= STEP ? FACTORS : {}, {
    server,
    costs: { cpu_per_op: index >= STEP ? 0.0011 : 0.001, cs_per_op: 2 },
  });
const nights = (from: number, to: number, server?: string) =>
  Array.from({ length: to - from }, (_, index) => night(from + index, server));

const page = async (search: string, filter = {}) => {
  const [record] = await bench.list({ search, ...filter });
  if (!record) throw new Error(`no record ${search}`);
  return getRegression(bench.database, record.slug);
};

describe('the page of a record of nights', () => {
  it('has the nights around it, the levels, what an operation cost, and no ladder', async () => {
    await bench.store(...nights(0, NIGHTS));
    const { series, ladder, sources, explanation, judged } = await page('t0');
    if (!series) throw new Error('no series');
    expect(ladder).toEqual([]);
    expect(series).toMatchObject({
      firstBad: 60,
      lastGood: 59,
      levelNights: { before: STEP, after: NIGHTS - STEP },
    });
    expect(series.view.nights).toHaveLength(80);
    expect(series.view).toMatchObject({ hiddenNights: 10, records: [] });
    expect(series.view.nights[60]?.build.commit).toBe(nightBuild(STEP).commit);
    expect(series.view.verdicts.throughput).toMatchObject({
      levels: [
        { start: 0, end: 60 },
        { start: 60, end: 80 },
      ],
      changes: [{ firstBad: 60, lastGood: 59, state: 'sure' }],
    });
    expect(series.costs).toEqual([
      {
        metric: 'throughput',
        before: expect.closeTo(1000, -1.5),
        after: expect.closeTo(900, -1.5),
        ratio: expect.closeTo(0.9, 1),
      },
      { metric: 'cpu_per_op', before: 0.001, after: 0.0011, ratio: expect.closeTo(1.1, 5) },
      { metric: 'cs_per_op', before: 2, after: 2, ratio: 1 },
    ]);
    expect(explanation).toContain('CPU per operation 1.10x');
    expect(sources).toMatchObject([{ runs: [{ version: expect.stringContaining('-g') }, {}] }]);
    expect(judged.sigma).toBeCloseTo(0.01, 2);
  });

  it('lists all tests of its night as one cause, with their records', async () => {
    await bench.store(...nights(0, NIGHTS));
    const { series, evidence } = await page('t0');
    expect(series?.sameNight.map(({ key, isSelf, slug }) => [key, isSelf, slug.slice(0, 10)])).toEqual([
      ['t1', false, 't1-19devel'],
      ['t0', true, 't0-19devel'],
    ]);
    expect(series?.sameNight[0]?.low).toBeLessThan(series?.sameNight[0]?.ratio ?? 0);
    expect(evidence.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'for: Larger than noise',
      'for: It stays',
      'for: Other tests changed with it',
    ]);
  });

  it('looks at the same commits on other servers', async () => {
    await bench.store(...nights(0, NIGHTS));
    await bench.store(...nights(0, NIGHTS, 'same'));
    await bench.store(
      ...nightRuns(0, NIGHTS).map((run) => ({ ...run, server: 'still', seed: `still ${run.seed}` })),
    );
    const { elsewhere, evidence, series } = await page('t0', { server: 'pn53' });
    expect(
      elsewhere.map(({ server, ratio, verdict, slug }) => [
        server.slug,
        ratio?.toFixed(1),
        verdict,
        slug !== null,
      ]),
    ).toEqual([
      ['same', '0.9', 'regression', true],
      ['still', '1.0', 'no change', false],
    ]);
    expect(evidence.map(({ title }) => title)).toContain('Seen in 1 of 2 other places');
    expect(series?.sameNight.map(({ server, key }) => `${server.slug} ${key}`)).toEqual([
      'pn53 t1',
      'pn53 t0',
      'same t1',
      'same t0',
    ]);
  });

  it('tells its history in words, and moves with an event only', async () => {
    await bench.store(...nights(0, STEP + 2));
    await bench.store(...nights(STEP + 2, STEP + 8));
    const label = `g${nightBuild(STEP).commit?.slice(0, 8)}`;
    expect((await page('t0')).history.map(({ text }) => text)).toEqual([
      'Sure now: three nights of the new level stand.',
      expect.stringMatching(
        new RegExp(`^Likely since 10 Jul 2026 ${label}: 0\\.\\d\\d of the level before\\.$`),
      ),
    ]);
    await addAnnotation(bench.database, {
      at: nightTime(STEP),
      label: 'machine moved',
      server: 'pn53',
      product: null,
      by: 'mdc',
    });
    await recomputeRegressions(bench.database);
    const gone = await page('t0', { state: 'withdrawn' });
    expect(gone.history[0]?.text).toMatch(/^Withdrawn: the nights no longer show it/);
    expect(gone.nights?.notMeasuredSince).toBeNull();
    expect(gone.series?.view.annotations).toMatchObject([{ label: 'machine moved' }]);
  });

  it('keeps what the record itself knows when its runs are deleted', async () => {
    await bench.store(...nights(0, NIGHTS));
    const { slug } = await page('t0');
    await bench.remove(1);
    const kept = await getRegression(bench.database, slug);
    expect(kept).toMatchObject({ series: null, evidence: [], ladder: [] });
    expect(kept.withdrawnAt).not.toBeNull();
  });
});

describe('the page of two builds of a short line', () => {
  it('has the ladder of builds by their names', async () => {
    await bench.store(...nightRuns(0, 8, (index) => ({ t0: index >= 5 ? 0.7 : 1 })));
    const { nights: found, ladder, series, history } = await page('t0');
    expect(found).toMatchObject({ judgedBy: 'pairs', nights: null, doubts: [], sureness: 'possible' });
    expect(found?.low).toBeLessThan(0.7);
    expect(series).toBeNull();
    expect(ladder).toHaveLength(8);
    expect(ladder.find(({ role }) => role === 'first bad')?.version).toBe(
      `19devel 20260506-g${nightBuild(5).commit?.slice(0, 8)}`,
    );
    expect(history[0]?.text).toMatch(/^Found: 0\.\d\d of 5 May 2026 g\w{8} in 6 May 2026 g\w{8}\.$/);
  });
});
