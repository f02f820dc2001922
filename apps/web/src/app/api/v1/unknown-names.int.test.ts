import { mergeServers } from '@basecase/db/merges/merge-servers';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as COMPARE } from './compare/route';
import { GET as REGRESSIONS } from './regressions/route';
import { GET as FEED } from './regressions.atom/route';
import { GET as REPORT } from './report/route';
import { GET as UPLOADS } from './uploads/route';
import { GET as VIEW } from './views/[view]/route';

let bench: RegressionBench;

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url });
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }), versionRun('18.0', { t0: 0.8 }));
});
afterAll(() => bench.close());

const ask = async (get: (request: Request) => Response | Promise<Response>, query: string) => {
  const response = await get(new Request(`http://127.0.0.1/api?${query}`));
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  return { status: response.status, ...(isProblem && { problem: await response.json() }) };
};
const view = (name: string) => (request: Request) =>
  VIEW(request, { params: Promise.resolve({ view: name }) });

describe('the HTTP interface and what it does not know', () => {
  it.each(['workload=nope', 'base=foo', 'metric=cpu_per_op', 'cols=a,b', 'sort=-foo', 'servr=x', 't=7'])(
    'refuses a heatmap with %s, and lists the known values',
    async (query) => {
      for (const route of [COMPARE, REPORT]) {
        const { status, problem } = await ask(route, query);
        expect(status).toBe(400);
        expect(problem).toMatchObject({ code: 'PARAMETER_INVALID', status: 400 });
        const [parameter = ''] = query.split('=');
        expect(problem.errors[0].parameter).toBe(parameter);
        if (query !== 't=7') expect(problem.errors[0].known.length).toBeGreaterThan(0);
      }
    },
  );

  it('answers 404 for a server that is not there, with those that are', async () => {
    const { status, problem } = await ask(COMPARE, 'server=nope');
    expect(status).toBe(404);
    expect(problem.errors[0].known).toHaveLength(1);
  });

  it('refuses other views in the same way', async () => {
    expect((await ask(view('nope'), '')).problem.title).toContain('servers');
    for (const query of ['product=nope', 'on=a@b', 'benchmark=nope', 'base=0.1', 'foo=1']) {
      expect([query, (await ask(view('trends'), query)).status]).toEqual([query, 400]);
      expect([query, (await ask(view('servers'), query)).status]).toEqual([query, 400]);
    }
    expect((await ask(view('trends'), 'test=nope')).problem.errors[0].known).toContain('t0');
    for (const route of [REGRESSIONS, FEED]) {
      expect((await ask(route, 'product=nope')).problem.errors[0].known).toEqual(['PostgreSQL']);
      expect((await ask(route, 'foo=1')).status).toBe(400);
    }
    expect((await ask(UPLOADS, 'foo=1')).status).toBe(400);
  });

  it('knows a server by a name from before a merge', async () => {
    await bench.store(versionRun('18.1', {}, { server: 'before' }));
    expect((await ask(REGRESSIONS, 'server=before')).status).toBe(200);
    await mergeServers(bench.database, { from: 'before', into: 'pn53', reason: 'renamed', by: 'test' });
    for (const route of [REGRESSIONS, FEED]) expect((await ask(route, 'server=before')).status).toBe(200);
    expect((await ask(COMPARE, 'server=before')).status).toBe(200);
    expect((await ask(REGRESSIONS, 'server=never')).status).toBe(404);
  });

  it('knows products whatever their case, and what an address of the page has', async () => {
    for (const name of ['trends', 'servers']) {
      expect((await ask(view(name), 'product=postgresql')).status).toBe(200);
    }
    const response = await REGRESSIONS(
      new Request('http://127.0.0.1/api?product=POSTGRESQL&utm_source=mail'),
    );
    expect((await response.json()).total).toBe(1);
    expect((await ask(COMPARE, 'format=tsv&metric=QPS&only=1&q=t0&utm_source=mail')).status).toBe(200);
  });
});
