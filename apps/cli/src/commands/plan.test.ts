import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { type JsonServer, startJsonServer } from '../testing/json-server';
import { makeTemporaryDirectory, type Throughputs, writeRunDirectory } from '../testing/run-directory';

const BASE = 'x.my8043_rel_o2nofp.z12a_c8r32.pk1';
const OTHER = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const AGAIN = ['again/x.my8036_rel_o2nofp.z12a_c8r32.pk1', 'again/x.my8037_rel_o2nofp.z12a_c8r32.pk1'];
let cwd = '';
let remove: () => Promise<void>;
let server: JsonServer;
let noise: object[] = [];

/** Four tests near 1000. */
const throughputs = (wobble: number): Throughputs =>
  Object.fromEntries(
    ['point-query', 'delete', 'insert', 'scan'].map((test, index) => [
      `${test}.range100`,
      1000 * (1 + wobble * (index - 1.5)),
    ]),
  );

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, BASE), throughputs(0));
  await writeRunDirectory(join(cwd, OTHER), throughputs(0.001));
  for (const [index, path] of AGAIN.entries())
    await writeRunDirectory(join(cwd, path), throughputs(index / 50));
  server = await startJsonServer(() => ({
    body: {
      name: 'pn53',
      facts: [{ fact: 'kind', value: 'dedicated' }],
      measured: [{ workload: { slug: 'cached' }, tests: 32 }],
      noise,
    },
  }));
});
afterAll(async () => {
  await remove();
  await server.close();
});

const plan = (...args: string[]) => runCaptured(['plan', ...args], { cwd });
const known = ['--noise', ...AGAIN, '--machine', 'dedicated', '--cached'];

it('names the versions, their runs and the time, from the noise of files', async () => {
  const { code, stdout, stderr } = await plan(BASE, OTHER, '--detect', '5%', ...known, '--json');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ detect: 0.05, power: 0.8, machine: 'dedicated', pairs: 1 });
  expect(found.runs).toBeGreaterThan(1);
  // Four tests of 900 seconds are an hour.
  const more = found.runs - 1;
  expect(found.versions).toEqual(
    [BASE, OTHER].map((label) => ({ label, stored: 1, more, minutes: expect.closeTo(60 * more, 2) })),
  );
  expect(found.minutes).toBeCloseTo(120 * more, 2);
  const text = await plan(BASE, OTHER, '--detect', '5%', ...known);
  expect(text.stdout).toContain(
    'To show a change of 5% with a chance of 80% on a server without a name, dedicated machine',
  );
  expect(text.stdout).toContain(`  ${OTHER}: ${more} more run`);
  expect(text.stdout).toContain('All runs: about ');
  expect(text.stdout).toContain('Noise: 1 A/A pair.');
});

it('plans a version to compare where there is only the base', async () => {
  const { stdout } = await plan(BASE, '--detect', '5', ...known, '--json');
  const { runs, versions } = JSON.parse(stdout);
  expect(versions).toEqual([
    { label: BASE, stored: 1, more: runs - 1, minutes: expect.closeTo(60 * (runs - 1), 2) },
    { label: null, stored: 0, more: runs, minutes: expect.closeTo(60 * runs, 2) },
  ]);
});

it('refuses where nothing tells the noise', async () => {
  const { code, stdout, stderr } = await plan(BASE, OTHER, '--detect', '5%');
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toContain('no plan: no two runs of one version');
});

it.each(['3%', '0', '-5%', '100%', 'much', '', '%'])('refuses to plan for a change of "%s"', async (text) => {
  const { code, stderr } = await plan(BASE, `--detect=${text}`, ...known);
  expect(code).toBe(1);
  expect(stderr).toContain('Expected a percentage above 3 and under 100');
});

it('takes the noise of a workload from a server', async () => {
  noise = [{ workload: 'cached', calibrated: true, pairs: 9, medianSigma: 0.02 }];
  const { code, stdout } = await plan(
    '--detect',
    '5%',
    '--against',
    server.url,
    '--server',
    'pn53',
    '--json',
  );
  expect(code).toBe(0);
  expect(server.seen.at(-1)?.line).toBe('GET /api/v1/servers/pn53');
  const { runs, ...rest } = JSON.parse(stdout);
  expect(rest).toMatchObject({ server: 'pn53', machine: 'dedicated', workload: 'cached', minutes: null });
  expect(rest.versions).toEqual([{ label: null, stored: 0, more: runs, minutes: null }]);
});

it('refuses a server without known noise, and asks which of several workloads is meant', async () => {
  const ask = (...args: string[]) =>
    plan('--detect', '5%', '--against', server.url, '--server', 'pn53', ...args);
  noise = [{ workload: 'cached', calibrated: false, pairs: 0, medianSigma: 0.02 }];
  expect(await ask()).toMatchObject({ code: 5, stdout: '' });
  noise = [...noise, { workload: 'io', calibrated: true, pairs: 2, medianSigma: 0.02 }];
  expect(await ask()).toMatchObject({ code: 1 });
  expect((await ask()).stderr).toContain('Choose one with --workload: cached, io.');
  expect((await ask('--workload', 'io')).code).toBe(0);
  expect((await ask('--workload', 'none')).stderr).toContain('Available: cached, io.');
});

it('refuses options that exclude each other', async () => {
  expect((await plan('--detect', '5%')).stderr).toContain('pass runs of a version');
  expect((await plan(BASE, '--detect', '5%', '--server', 'pn53')).stderr).toContain('belongs to --against');
  expect((await plan(BASE, '--detect', '5%', '--against', server.url)).stderr).toContain('pass no files');
  expect((await plan('--detect', '5%', '--against', server.url)).stderr).toContain('--server <name>');
});
