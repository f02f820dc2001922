import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitSearchBody } from '@basecase/contract/record';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { type JsonServer, startJsonServer } from '../testing/json-server';
import { makeTemporaryDirectory } from '../testing/run-directory';
import { startUploadServer } from '../testing/upload-server';

let cwd = '';
let remove: () => Promise<void>;
let server: JsonServer;
/** 1000 before b5, then 900, and noise of a few units. */
const SCRIPT = `#!/bin/sh
level=1000; [ "\${BASECASE_BUILD#b}" -lt "\${1:-5}" ] || level=900
echo "{\\"basecaseResults\\":1,\\"tool\\":\\"toy\\",\\"results\\":[{\\"test\\":\\"put\\",\\"value\\":$((level + BASECASE_RUN % 3))}]}"
`;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  writeFileSync(join(cwd, 'run.sh'), SCRIPT, { mode: 0o755 });
  writeFileSync(join(cwd, 'builds.txt'), Array.from({ length: 9 }, (_, build) => `b${build}\n`).join(''));
  const line = { server: 'box1', workload: 'cached', line: 'dev', tests: ['put'] };
  const night = (commit: string, value: number) => ({ commit, values: [value] });
  server = await startJsonServer(({ line: asked }) => {
    if (asked.includes('series/lines')) return { body: { lines: [line] } };
    if (asked.includes('series/nights'))
      return {
        body: { tests: [{ test: 'put' }], nights: [night('aaaaaaaa', 1000), night('bbbbbbbb', 900)] },
      };
    if (asked.includes('servers/'))
      return {
        body: {
          noise: [{ workload: 'cached', calibrated: true, tests: [{ test: 'put', sigma: 0.0282842712 }] }],
        },
      };
    return { status: 404, body: { title: 'none' } };
  });
});
afterAll(async () => {
  await remove();
  await server.close();
});

const bisect = (...args: string[]) => runCaptured(['bisect', ...args], { cwd, env: { BASECASE_STATE: cwd } });

it('names the first bad build with its evidence, and keeps the runs', async () => {
  const { code, stdout } = await bisect('--builds', 'builds.txt', '--out', 'one search', '--', './run.sh');
  expect(stdout).toMatch(/^run 1 {3}b0 \(GOOD\) {3}1.001\nrun 2 {3}b8 \(BAD\)/);
  expect(stdout).toMatch(
    /First bad build: b5 \(99\.9%\)\.\nLast good build: b4\. BAD against GOOD: -10\.\d% /,
  );
  expect(stdout).toContain('without noise it would have been 5. Test: put, throughput.');
  expect(stdout).toMatch(
    /kept in 'one search\/basecase-bisect-.*\.tar\.gz'\. Store them: basecase ingest 'one search\//,
  );
  expect(code).toBe(0);
  const replayed = await bisect('--replay', 'one search');
  expect(stdout).toContain(replayed.stdout.trim());
  // A search that has ended is not measured again.
  const before = readdirSync(join(cwd, 'one search/runs')).length;
  expect((await bisect('--resume', 'one search', '--json')).code).toBe(0);
  expect(readdirSync(join(cwd, 'one search/runs'))).toHaveLength(before);
});

it('prints the verdict as JSON, and ends with 3 where GOOD and BAD do not differ', async () => {
  const { code, stdout } = await bisect(
    ...['--builds', 'builds.txt', '--out', 'two', '--json', '--', './run.sh', '99'],
  );
  expect(JSON.parse(stdout)).toMatchObject({ found: 'no difference', firstBad: null, candidates: null });
  expect(code).toBe(3);
});

it('uses the noise and the commits of a server', async () => {
  writeFileSync(join(cwd, 'stored.txt'), 'b0\naaaaaaaa\nbbbbbbbb\nb8\n');
  const { code, stderr } = await bisect(
    ...['--builds', 'stored.txt', '--out', 'three', '--server', 'box1', '--test', 'put'],
    ...['--against', server.url, '--', 'false'],
  );
  expect(stderr).toContain(
    'stored noise of one run: 2.0%; 2 of 4 commits are measured already, and the search begins there.',
  );
  expect(stderr).toContain("GOOD (b0) can't be measured: the script ended with code 1.");
  expect(code).toBe(2);
});

it('writes the verdict on the record of a server, and replays the log alone', async () => {
  const bench = await startUploadServer();
  const of = (slug: string) => ['--against', bench.url, '--token', 'bc_good', '--record', slug];
  const found = await bisect(
    ...['--builds', 'builds.txt', '--out', 'noted', ...of('put-b8-k3x9q'), '--', './run.sh'],
  );
  expect(found.stderr).toContain(`the verdict is on the record: ${bench.url}/r/put-b8-k3x9q`);
  expect(found.code).toBe(0);
  expect(bench.searches).toMatchObject([
    { found: 'first bad', firstBad: 'b5', lastGood: 'b4', candidates: 1, test: 'put' },
  ]);
  expect(commitSearchBody.parse(bench.searches[0]).verdict).toContain('First bad build: b5');
  const replayed = await bisect('--replay', 'noted/bisect.ndjson');
  expect(replayed.code).toBe(0);
  expect(replayed.stdout.split('\n')[0]).toBe(found.stdout.split('\n')[0]);
  const unknown = await bisect('--resume', 'noted', ...of('gone'));
  await bench.close();
  expect(unknown.stderr).toContain('the verdict is not on the record gone: ');
  expect(unknown.stderr).toContain('Try again: basecase bisect --resume noted --record gone');
  expect(unknown.code).toBe(4);
});

it.each([
  [['a', 'b'], 'the script is missing. Pass it after "--"'],
  [['a', 'b', '--', './none.sh'], 'none.sh: no such script.'],
  [['--builds', 'none.txt', '--', './run.sh'], "none.txt: the list of builds can't be read (ENOENT)."],
  [['a', 'b', '--', './run.sh'], 'is not in a git repository'],
  [['--resume', 'nothing'], 'nothing holds no search'],
  [['--resume', 'one', '--', 'x'], '--resume has GOOD, BAD and the script already.'],
  [['a', 'b', '--workload', 'cached', '--', './run.sh'], '--workload belongs to --server.'],
  [['a', 'b', '--metric', 'all', '--', './run.sh'], 'a search is of one metric.'],
  [['a', 'b', '--error', '50%', '--', './run.sh'], 'Expected 0.1% to 20%, e.g. 5%.'],
  [['a', 'b', '--timeout', '0', '--', './run.sh'], 'Expected a number of minutes'],
])('refuses %j with a sentence', async (args, message) => {
  const { code, stderr } = await bisect(...args);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});
