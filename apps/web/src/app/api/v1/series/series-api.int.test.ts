import { linesSchema, nightsSchema, seriesSchema } from '@basecase/contract/series';
import { addAnnotation } from '@basecase/db/annotations/annotations';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { nightBuild, nightRun, nightRuns, nightTime } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as LINES } from './lines/route';
import { GET as HISTORY } from './nights/route';
import { GET } from './route';

const BASE = 'https://bench.example';
const KEY = 'PostgreSQL,19devel@master,,x10a_c8r32';

let bench: RegressionBench;
let workload = '';

/** t0 loses 10% in night 25, t1 gains 8% in night 15, t2 loses 15% with the machine, t3 fails in night 5. */
const steps = (night: number) => ({
  t0: night >= 25 ? 0.9 : 1,
  t1: night >= 15 ? 1.08 : 1,
  t2: night >= 20 ? 0.85 : 1,
  t3: night === 5 ? null : 1,
});

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '', BASECASE_URL: BASE });
  await bench.store(versionRun('18.4'), ...nightRuns(0, 39, steps));
  await bench.store(nightRun(39, steps(39), { facts: { kernel: '6.14.0', otherCpus: '1.55' } }));
  const event = { at: nightTime(20), label: 'machine moved', server: 'pn53', product: null, by: 'mdc' };
  await addAnnotation(bench.database, event);
  await recomputeRegressions(bench.database);
  workload = (await readLines()).lines[0]?.workload ?? '';
});
afterAll(() => bench.close());

const ask = (query: string) => GET(new Request(`${BASE}/api/v1/series?${query}`));
const read = async (query: string) => {
  const response = await ask(`server=pn53&workload=${workload}&${query}`);
  expect(response.status).toBe(200);
  return seriesSchema.strict().parse(await response.json());
};
const readLines = async (query = '') => {
  const response = await LINES(new Request(`${BASE}/api/v1/series/lines?${query}`));
  expect(response.status).toBe(200);
  return linesSchema.parse(await response.json());
};
const refusal = async (query: string) => {
  const response = await ask(query);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const { code, errors = [] } = await response.json();
  return { status: response.status, code, known: errors[0]?.known ?? [], parameter: errors[0]?.parameter };
};

describe('GET /api/v1/series', () => {
  it('has a point for each night, levels, changes with their suspects, and the record', async () => {
    const series = await read('test=t0&metric=throughput&branch=master');
    expect(series).toMatchObject({
      server: 'pn53',
      line: KEY,
      product: 'PostgreSQL',
      version: '19devel',
      test: 't0',
      metric: 'throughput',
      unit: 'queries/s',
      better: 'higher',
      enough: true,
      nights: 40,
      isStale: false,
      facts: { kernel: '6.14.0', otherCpus: '1.55' },
    });
    expect(series.points).toHaveLength(40);
    expect(series.points.slice(-2).map(({ otherCpus }) => otherCpus)).toEqual([null, 1.55]);
    const [good, bad] = [nightBuild(24), nightBuild(25)];
    expect(series.points[25]).toMatchObject({
      at: bad.committedAt,
      measuredAt: nightTime(25),
      commit: bad.commit,
      version: '19devel',
      value: expect.closeTo(900, -2),
      repeats: 1,
      run: expect.stringMatching(/^\d+$/),
      level: 1,
    });
    expect(series.levels).toMatchObject([
      { from: nightBuild(0).committedAt, to: good.committedAt, nights: 25 },
      { from: bad.committedAt, to: nightBuild(39).committedAt, nights: 15 },
    ]);
    const [change, ...others] = series.changes;
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      at: bad.committedAt,
      lastGood: good.commit,
      lastGoodAt: good.committedAt,
      firstBad: bad.commit,
      firstBadAt: bad.committedAt,
      state: 'sure',
      direction: 'slower',
      suspects: {
        after: good.commit,
        upTo: bad.commit,
        tied: [],
        href: `https://github.com/postgres/postgres/compare/${good.commit}...${bad.commit}`,
      },
      brokenBy: null,
    });
    expect(change?.ratio).toBeCloseTo(0.9, 1);
    expect(change?.low).toBeLessThan(change?.ratio ?? 0);
    const [record] = await bench.list({ search: 't0' });
    expect(change?.record).toBe(`${BASE}/r/${record?.slug}`);
    expect(series.annotations).toEqual([
      expect.objectContaining({
        at: nightTime(20),
        label: 'machine moved',
        by: 'mdc',
        firstNightAt: nightBuild(20).committedAt,
      }),
    ]);
  });

  it('attributes no change at an event to a build, and has no value for a night that has none', async () => {
    const { changes } = await read('test=t2');
    expect(changes).toMatchObject([
      { firstBad: nightBuild(20).commit, brokenBy: 'machine moved', suspects: null, record: null },
    ]);
    const { points } = await read('test=t3');
    expect(points[5]).toMatchObject({ value: null, status: 'missing', repeats: 0 });
  });

  it('leaves out nights with from and to, and shortens no level', async () => {
    const day = (night: number) => nightBuild(night).committedAt?.slice(0, 10) ?? '';
    const part = await read(`test=t0&from=${day(27)}&to=${day(29)}`);
    expect(part.points.map(({ at }) => at)).toEqual(
      [27, 28, 29].map((night) => nightBuild(night).committedAt),
    );
    expect(part.levels).toMatchObject([{ from: nightBuild(25).committedAt, nights: 15 }]);
    expect(part.points.every(({ level }) => level === 0)).toBe(true);
    expect(part.changes).toEqual([]);
    expect(part.annotations).toEqual([]);
    const since = await read(`test=t0&from=${nightBuild(25).committedAt}`);
    expect([since.points.length, since.changes.length]).toEqual([15, 1]);
    expect((await read(`test=t0&to=${day(24)}`)).levels).toHaveLength(1);
  });

  it('is a row for each night as CSV', async () => {
    const response = await ask(`server=pn53&workload=${workload}&test=t0&format=csv`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = '', ...rows] = (await response.text()).trimEnd().split('\r\n');
    const names = head.split(',');
    const cells = rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell])));
    expect(cells).toHaveLength(40);
    expect(cells[25]).toMatchObject({
      commit: nightBuild(25).commit,
      change: 'sure',
      change_direction: 'slower',
    });
    expect(Number(cells[25]?.['level_low'])).toBeLessThan(Number(cells[25]?.['level']));
    expect(cells.filter(({ change }) => change !== '')).toHaveLength(1);
  });

  it('means the line with the newest night where an address names less, and a server by its name too', async () => {
    expect(await (await ask('test=t0')).json()).toMatchObject({ server: 'pn53', workload, line: KEY });
    expect((await ask(`server=PN53&test=t0&metric=QPS&line=${KEY}&utm_source=mail`)).status).toBe(200);
  });

  it.each([
    ['server=nope&test=t0', 404, 'NOT_FOUND', 'server', 'pn53'],
    ['server=pn53&workload=nope&test=t0', 404, 'NOT_FOUND', 'workload', expect.stringContaining('sysbench')],
    ['test=nope', 404, 'NOT_FOUND', 'test', 't0'],
    ['test=t0&line=nope', 404, 'NOT_FOUND', 'line', KEY],
    ['test=t0&branch=nope', 404, 'NOT_FOUND', 'branch', 'master'],
    ['server=pn53', 400, 'PARAMETER_INVALID', 'test', 't0'],
    ['test=t0&metric=nope', 400, 'PARAMETER_INVALID', 'metric', 'cpu/o'],
    ['test=t0&metric=w-amp', 400, 'PARAMETER_INVALID', 'metric', 'QPS'],
    ['test=t0&servr=pn53', 400, 'PARAMETER_INVALID', 'servr', 'server'],
    ['test=t0&from=yesterday', 400, 'PARAMETER_INVALID', 'from', undefined],
    ['test=t0&to=2026-02', 400, 'PARAMETER_INVALID', 'to', undefined],
    ['test=nope&servr=pn53', 400, 'PARAMETER_INVALID', 'servr', 'server'],
    ['test=t0&format=xml', 400, 'FORMAT_UNKNOWN', undefined, undefined],
  ])('refuses %s, and lists the known values', async (query, status, code, parameter, known) => {
    const answer = await refusal(query);
    expect(answer).toMatchObject({ status, code, parameter });
    if (known === undefined) expect(answer.known).toEqual([]);
    else expect(answer.known).toContainEqual(known);
  });
});

describe('GET /api/v1/series/lines', () => {
  it('lists what there are series of', async () => {
    const { lines } = await readLines('server=pn53&branch=master');
    expect(lines).toMatchObject([
      { server: 'pn53', workload, line: KEY, branch: 'master', benchmark: 'sysbench', nights: 40 },
    ]);
    expect(lines[0]?.tests.toSorted()).toEqual(
      Array.from({ length: 12 }, (_, test) => `t${test}`).toSorted(),
    );
    expect(lines[0]?.url).toMatch(new RegExp(`^${BASE}/series\\?server=pn53&`));
    const response = await LINES(new Request(`${BASE}/api/v1/series/lines?workload=nope`));
    expect(response.status).toBe(404);
    expect((await LINES(new Request(`${BASE}/api/v1/series/lines?test=t0`))).status).toBe(400);
  });
});

describe('GET /api/v1/series/nights', () => {
  const history = (query: string) => HISTORY(new Request(`${BASE}/api/v1/series/nights?${query}`));

  it('has all tests in all nights, with what a new build is judged by', async () => {
    const response = await history(`server=pn53&workload=${workload}&line=${encodeURIComponent(KEY)}`);
    expect(response.status).toBe(200);
    const { tests, nights, annotations, ...head } = nightsSchema.strict().parse(await response.json());
    expect(head).toMatchObject({
      server: 'pn53',
      line: KEY,
      branch: 'master',
      hiddenNights: 0,
      isStale: false,
    });
    expect(nights.map(({ commit }) => commit)).toEqual(
      Array.from({ length: 40 }, (_, night) => nightBuild(night).commit),
    );
    for (const test of ['t0', 't3']) {
      const { points } = await read(`test=${test}`);
      const index = tests.findIndex((own) => own.test === test);
      expect(nights.map(({ values }) => values[index])).toEqual(points.map(({ value }) => value));
      expect(nights.map(({ column }) => column)).toEqual(points.map(({ column }) => column));
    }
    // Each night has its own facts: the last one another kernel.
    expect(nights.map(({ facts }) => facts['kernel']).filter(Boolean)).toEqual(['6.14.0']);
    const heldOf = (test: string) => tests.find((own) => own.test === test)?.held;
    expect(heldOf('t0')).toEqual([nights[25]?.column]);
    expect(heldOf('t2')).toEqual([]);
    expect(annotations).toMatchObject([{ at: nightTime(20), label: 'machine moved', by: 'mdc' }]);
  });

  it.each([
    ['server=nope', 404, 'NOT_FOUND'],
    ['branch=nope', 404, 'NOT_FOUND'],
    ['test=t0', 400, 'PARAMETER_INVALID'],
  ])('refuses %s', async (query, status, code) => {
    const response = await history(query);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });
});

describe('a series that stopped working', () => {
  it('says since which night and why, and null while it works', async () => {
    expect((await read('test=t0')).stopped).toBeNull();
    const run = nightRun(40, steps(40));
    await bench.store({ ...run, qps: { ...run.qps, t0: [null] }, seed: 'crashed' });
    const since = (await read('test=t0')).points.at(-1)?.at;
    expect((await read('test=t0')).stopped).toEqual({ since, reason: 'failed' });
    expect((await read('test=t1')).stopped).toBeNull();
  });
});
