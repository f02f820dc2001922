import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nightBuild, nightRun } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GET as EVENTS } from '../events/route';
import { GET as LINES } from './lines/route';
import { GET as HISTORY } from './nights/route';

// The command knows these routes by their answers alone: here it asks them.

const COMMAND = path.resolve(import.meta.dirname, '../../../../../../cli/bin/basecase.mjs');
const NIGHTS = 30;

let bench: RegressionBench;
let server: Server;
let folder = '';
/** Of the command, in order. */
const asked: string[] = [];

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url });
  await bench.store(
    ...Array.from({ length: NIGHTS }, (_, night) => {
      const run = nightRun(night, { t0: night >= 15 ? 0.9 : 1 });
      const qps = Object.entries(run.qps).map(([test, values]) => [`${test}_range=100`, values] as const);
      return { ...run, qps: Object.fromEntries(qps) };
    }),
  );
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-check-'));
  server = createServer((request, response) => {
    const url = `http://127.0.0.1${request.url}`;
    const isLines = url.includes('/series/lines');
    const handler = url.includes('/v1/events') ? EVENTS : isLines ? LINES : HISTORY;
    asked.push(url.replace(/\?.*/, '').split('/').slice(-2).join('/'));
    void handler(new Request(url)).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
  await bench.close();
});

/** A table of one column: the next night. */
async function writeTable(factors: Record<string, number>): Promise<string> {
  const rows = Array.from(
    { length: 12 },
    (_, test) => `${1000 * (factors[`t${test}`] ?? 1)}\tt${test}_range=100`,
  );
  const file = path.join(folder, 'qps.abs.new.tsv');
  await writeFile(file, `col-1 : x.pg19devel.x10a_c8r32.pk1\n\ncol-1\n${rows.join('\n')}\n`);
  return file;
}

const check = (...args: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const { port } = server.address() as AddressInfo;
    const against = ['--against', `http://127.0.0.1:${port}`, '--format', 'json'];
    execFile(process.execPath, [COMMAND, 'check', ...args, ...against], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

it('is what "basecase check --against" judges a new build by', async () => {
  const file = await writeTable({ t0: 0.9, t1: 0.8 });
  const { commit, committedAt } = nightBuild(NIGHTS);
  const build = ['--commit', commit ?? '', '--committed-at', committedAt ?? '', '--branch', 'master'];
  const unclear = await check(file, '--server', 'pn53', ...build);
  const [, workload = ''] = /With --workload: (\S+)\./.exec(unclear.stderr) ?? [];
  expect([unclear.code, workload]).toEqual([5, expect.stringContaining('sysbench')]);

  const { code, stdout } = await check(file, '--server', 'pn53', '--workload', workload, ...build);
  expect(code).toBe(4);
  // However many tests there are.
  expect(asked.slice(-3)).toEqual(['series/lines', 'series/nights', 'v1/events']);
  const [series, ...others] = JSON.parse(stdout).series;
  expect(others).toEqual([]);
  expect(series.events).toEqual([
    {
      url: expect.stringContaining('/regressions/'),
      sentence: expect.stringContaining('1 of 12 tests slower: t0 100'),
      firstBad: expect.stringContaining(nightBuild(15).commit?.slice(0, 8) ?? ''),
    },
  ]);
  expect(series).toMatchObject({ nights: NIGHTS, server: 'pn53', newest: { commit: nightBuild(29).commit } });
  const of = (name: string) =>
    series.tests.find(({ test }: { test: string }) => test === `${name}_range=100`);
  expect(of('t0')).toMatchObject({
    verdict: 'no change',
    known: [{ verdict: 'regression', firstBad: { commit: nightBuild(15).commit } }],
  });
  expect(of('t1')).toMatchObject({ verdict: 'possible regression', change: { firstBad: { commit } } });
  expect(series.counts['no change']).toBe(11);

  const wrong = await check(file, '--server', 'nope');
  expect(wrong).toMatchObject({ code: 5, stderr: expect.stringContaining('There is: pn53.') });
});
