import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { type JsonAnswer, type JsonRequest, type JsonServer, startJsonServer } from '../testing/json-server';
import { commitOf, committedAt, nightTime, writeNight } from '../testing/night-directories';
import { makeTemporaryDirectory } from '../testing/run-directory';

let cwd = '';
let remove: () => Promise<void>;
let server: JsonServer | null = null;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeNight(join(cwd, 'same'), 20);
  await writeNight(join(cwd, 'slower'), 20, { insert: 0.85, delete: null });
  const facts = { kernel: '6.14.0' };
  await writeNight(join(cwd, 'kernel'), 20, { insert: 0.85 }, { facts });
});
afterAll(() => remove());
afterEach(() => server?.close());

const WORKLOAD = 'sysbench-1x50m-1c-pk1';
const LINE = {
  server: 'pn53',
  serverName: 'PN53',
  workload: WORKLOAD,
  line: 'PostgreSQL,19devel@master,rel,x10a_c8r32',
  benchmark: 'sysbench',
  product: 'PostgreSQL',
  version: '19devel',
  branch: 'master',
  flavour: 'rel',
  config: 'x10a_c8r32',
  nights: 21,
  tests: ['hot-points', 'point-query', 'insert', 'delete'].map((test) => `${test}_range=100`),
};

/** What a server tells of 20 nights at 1000, ± 1%, and of the new build, which it has already. */
function historyOf(changes: object = {}, factsOf: (night: number) => object = () => ({})) {
  const nights = Array.from({ length: 21 }, (_, night) => ({
    at: committedAt(night),
    measuredAt: nightTime(night),
    commit: commitOf(night),
    number: null,
    column: `night-${night}`,
    facts: factsOf(night),
    values: LINE.tests.map(() => 1000 + ((night * 7) % 5) * 5 - 10),
  }));
  const tests = LINE.tests.map((test) => ({ test, held: [] as string[] }));
  return { branch: LINE.branch, tests, nights, annotations: [], ...changes };
}

const start = async (history: object = historyOf(), lines: object[] = [LINE]) => {
  const answer = ({ line }: JsonRequest): JsonAnswer =>
    line.endsWith('/lines') ? { body: { lines } } : { body: history };
  server = await startJsonServer(answer);
  return server;
};
const check = async (path: string, { url }: JsonServer, ...args: string[]) => {
  const { stdout, ...rest } = await runCaptured(
    ['check', path, '--against', url, '--format', 'json', ...args],
    { cwd },
  );
  const series = stdout === '' ? [] : JSON.parse(stdout).series;
  return {
    ...rest,
    series,
    of: (name: string) => series[0].tests.find(({ test }: { test: string }) => test === `${name}_range=100`),
  };
};

describe('basecase check --against a server', () => {
  it('asks for all tests at once, and judges the new build by them', async () => {
    const remote = await start();
    const { code, series, of } = await check('slower', remote, '--token', 'bc_reader', '--partial');
    expect(code).toBe(4);
    expect(series).toMatchObject([
      {
        line: 'PostgreSQL 19devel@master rel x10a_c8r32',
        server: 'PN53',
        nights: 20,
        leftOut: [{ why: 'the new build itself', count: 1 }],
      },
    ]);
    expect(of('insert')).toMatchObject({
      verdict: 'possible regression',
      change: { firstBad: { commit: commitOf(20) }, lastGood: { commit: commitOf(19) } },
    });
    expect(of('hot-points').verdict).toBe('no change');
    expect(of('delete')).toMatchObject({ judgedBy: 'nothing', why: 'not in the new build' });
    expect(remote.seen.map(({ line }) => line)).toEqual([
      'GET /api/v1/series/lines',
      'GET /api/v1/series/nights',
      'GET /api/v1/events',
    ]);
    expect(remote.seen[1]?.query).toMatchObject({ server: 'pn53', workload: WORKLOAD, line: LINE.line });
    expect(new Set(remote.seen.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer bc_reader']),
    );
  });

  it('compares the success rate with the newest night that counts failures', async () => {
    const errors = { insert: 100_000 };
    await writeNight(join(cwd, 'failing'), 20, {}, { errors });
    const withFailed = (part: number | null) =>
      historyOf({
        nights: historyOf().nights.map((night, index) =>
          index < 10 ? night : { ...night, failed: LINE.tests.map(() => (index < 19 ? part : null)) },
        ),
      });
    const { code, of } = await check('failing', await start(withFailed(0)));
    expect(code).toBe(3);
    expect(of('insert').successRate).toMatchObject({ verdict: 'regression', base: 100 });
    await server?.close();
    const before = await check('failing', await start(withFailed(0.9)));
    expect(before.of('insert').successRate).toMatchObject({ verdict: 'improvement' });
    await server?.close();
    expect((await check('failing', await start())).of('insert').successRate).toMatchObject({
      verdict: 'possible regression',
      base: null,
    });
  });

  it('fails on a test that vanished, unless the build has only some of them by choice', async () => {
    const { code, of } = await check('slower', await start());
    expect(code).toBe(3);
    expect(of('delete')).toMatchObject({ verdict: 'stopped working', ratio: null });
    await server?.close();
    expect((await check('slower', await start(), '--test', 'insert_range=100')).code).toBe(4);
    await server?.close();
    // The server does not have the test for a month: it was dropped.
    const nights = historyOf().nights.map((night, index) =>
      index < 15 ? night : { ...night, values: [...night.values.slice(0, 3), null] },
    );
    const dropped = await check('slower', await start(historyOf({ nights })));
    expect(dropped.code).toBe(4);
    expect(dropped.of('delete')).toMatchObject({ verdict: 'missing', why: 'not in the new build' });
  });

  it('does not attribute an event of the server, or a changed fact, to a build', async () => {
    const annotations = [{ at: nightTime(20), label: 'machine moved', by: 'mdc' }];
    const moved = await check('slower', await start(historyOf({ annotations })), '--partial');
    expect(moved.code).toBe(0);
    expect(moved.of('insert')).toMatchObject({ verdict: 'no change', event: { label: 'machine moved' } });
    await server?.close();
    const other = await check('kernel', await start(historyOf({}, () => ({ kernel: '6.8.0' }))));
    expect(other.of('insert').event).toMatchObject({ label: 'kernel 6.8.0 → 6.14.0' });
    await server?.close();
    expect((await check('kernel', await start(historyOf({}, () => ({ kernel: '6.14.0' }))))).code).toBe(4);
  });

  it('knows facts of all nights: a level that began with a kernel is not a known change', async () => {
    const stepped = historyOf({}, (night) => ({ kernel: night < 10 ? '6.8.0' : '6.14.0' }));
    for (const night of stepped.nights.slice(0, 10)) night.values = night.values.map((value) => value * 1.1);
    const after = await check('same', await start(stepped), '--test', 'insert_range=100');
    expect(after.of('insert')).toMatchObject({ verdict: 'no change', known: [] });
    await server?.close();
    const unsaid = { ...stepped, nights: stepped.nights.map((night) => ({ ...night, facts: {} })) };
    const before = await check('same', await start(unsaid), '--test', 'insert_range=100');
    expect(before.of('insert').known).toMatchObject([{ firstBad: { commit: commitOf(10) } }]);
  });

  it('links each test and the event of its change, with names as text', async () => {
    const plain = await check('slower', await start());
    const { commit } = plain.of('insert').change.firstBad;
    expect(plain.series[0].events).toBeUndefined();
    await server?.close();
    const event = { url: 'https://bench.example/regressions/x', sentence: '<b>@all</b> 1 of 4 tests slower' };
    server = await startJsonServer(({ line }) => {
      if (line.endsWith('/lines')) return { body: { lines: [LINE] } };
      const firstBad = `19devel 20260829-g${commit.slice(0, 8)}`;
      const others = { ...event, firstBad: '19devel 20260829-g00000000', url: 'https://bench.example/no' };
      return { body: line.endsWith('/events') ? { events: [{ ...event, firstBad }, others] } : historyOf() };
    });
    const { stdout } = await runCaptured(['check', 'slower', '--against', server.url, '--format', 'md'], {
      cwd,
    });
    const page = new URLSearchParams({ server: 'pn53', workload: WORKLOAD, line: LINE.line });
    expect(stdout).toContain(`| [insert_range=100](${server.url}/series?${page}&test=insert_range%3D100) |`);
    expect(stdout).toContain(
      '- [\\<b\\>@<!-- -->all\\</b\\> 1 of 4 tests slower](https://bench.example/regressions/x)',
    );
    expect(stdout).not.toContain('https://bench.example/no');
  });

  it('is judged on its own branch, and on none where that has no nights', async () => {
    const other = { ...LINE, branch: 'REL_18', line: 'other', nights: 5 };
    const remote = await start(historyOf(), [other, LINE]);
    expect(await check('same', remote, '--branch', 'pull/7')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(
        'no night of branch pull/7. There are: master (21 nights), REL_18 (5 nights).',
      ),
    });
    await server?.close();
    const own = await start(historyOf(), [LINE, other]);
    await check('same', own, '--branch', 'REL_18');
    expect(own.seen.at(-2)?.query['line']).toBe('other');
  });

  it('judges nothing without a series, and lists the known ones', async () => {
    const other = { ...LINE, workload: 'sysbench-other' };
    const { code, stderr, of } = await check('same', await start(historyOf(), [other]));
    expect(code).toBe(5);
    expect(stderr).toContain(`No nights of workload ${WORKLOAD}`);
    expect(stderr).toContain('With --workload: sysbench-other');
    expect(of('insert')).toMatchObject({ judgedBy: 'nothing', why: 'no past nights found' });
    await server?.close();
    const named = await check('same', await start(historyOf(), [other]), '--workload', 'sysbench-other');
    expect(named.code).toBe(0);
    await server?.close();
    const version = await check('same', await start(historyOf(), [{ ...LINE, version: '18devel' }]));
    expect(version).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('No nights of PostgreSQL 19devel'),
    });
  });

  it('asks for the server where several have such nights', async () => {
    await writeNight(join(cwd, 'unsaid'), 20, {}, { server: null });
    const lines = [LINE, { ...LINE, server: 'pn54' }];
    const unclear = await check('unsaid', await start(historyOf(), lines));
    expect(unclear).toMatchObject({ code: 1, stderr: expect.stringContaining('pn53, pn54') });
    await server?.close();
    const remote = await start(historyOf(), [LINE]);
    expect((await check('unsaid', remote, '--server', 'pn53')).code).toBe(0);
    expect(remote.seen[0]?.query).toEqual({ server: 'pn53' });
  });

  it('passes on what the server refuses; a machine without nights has nothing to judge by yet', async () => {
    server = await startJsonServer(() => ({
      status: 404,
      body: { title: 'There is no server with nights “nope”. There is: pn53.', code: 'NOT_FOUND' },
    }));
    expect(await check('same', server, '--server', 'nope')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('There is: pn53. (NOT_FOUND)'),
    });
    await server.close();
    const body = { title: 'Reading is closed.', code: 'TOKEN_MISSING' };
    server = await startJsonServer(() => ({ status: 401, body }));
    expect(await check('same', server)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('Reading is closed. (TOKEN_MISSING)'),
    });
  });
});
