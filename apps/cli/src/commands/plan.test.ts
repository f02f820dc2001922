import { writeFile } from 'node:fs/promises';
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
  expect(text.stdout).toContain('Noise: 1 repeat pair.');
});

it('plans a version to compare where there is only the base', async () => {
  const { stdout } = await plan(BASE, '--detect', '5', ...known, '--json');
  const { runs, versions } = JSON.parse(stdout);
  expect(versions).toEqual([
    { label: BASE, stored: 1, more: runs - 1, minutes: expect.closeTo(60 * (runs - 1), 2) },
    { label: null, stored: 0, more: runs, minutes: expect.closeTo(60 * runs, 2) },
  ]);
});

it('plans more runs for a larger chance', async () => {
  const runsFor = async (...args: string[]) =>
    JSON.parse((await plan(BASE, '--detect', '5', ...known, '--json', ...args)).stdout);
  const [usual, certain] = [await runsFor(), await runsFor('--chance', '95%')];
  expect([usual.power, certain.power]).toEqual([0.8, 0.95]);
  expect(certain.runs).toBeGreaterThan(usual.runs);
  expect((await plan(BASE, '--detect', '5', '--chance', '100%')).stderr).toContain('from 50 to 99');
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

it('plans nothing from equal repeats, with the reason', async () => {
  const results = [1, 2].map((repeat) => ({ test: 'put', repeat, value: 100, unit: 'ops/s' }));
  const head = { basecaseResults: 1, tool: 'b', product: 'S', version: '1.0', machine: 'm' };
  await writeFile(join(cwd, 'equal.json'), JSON.stringify({ ...head, results }));
  const { code, stderr } = await plan('equal.json', '--detect', '5%', '--machine', 'dedicated');
  expect(code).toBe(5);
  expect(stderr).toContain('all repeats have equal numbers');
});

it.each([
  [0.5, '5%', 5],
  [0.5, '90%', 0],
  [0.001, '90%', 0],
])(
  'plans with a noise of %s for a change of %s without an infinite number',
  async (wobble, detect, expected) => {
    const results = Array.from({ length: 5000 }, (_, index) =>
      [-1, 1].map((side) => ({
        ...{ test: `t${index}`, value: 100 * (1 + (side * wobble * (1 + (index % 7))) / 14), unit: 'ops/s' },
      })),
    ).flat();
    const head = { basecaseResults: 1, tool: 'b', product: 'S', version: '1.0', machine: 'm' };
    await writeFile(join(cwd, 'many.json'), JSON.stringify({ ...head, results }));
    const { code, stdout } = await plan('many.json', `--detect=${detect}`, '--machine', 'dedicated');
    expect(code).toBe(expected);
    expect(stdout).not.toMatch(/Infinity|NaN|undefined/);
    expect(stdout.length).toBeLessThan(1500);
  },
);

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

it('plans each test of a workload of a server, and names the time of the runs', async () => {
  noise = [
    {
      ...{ workload: 'cached', calibrated: true, pairs: 9, medianSigma: 0.02, runSeconds: 600 },
      tests: [
        { test: 'quiet', sigma: 0.01 },
        { test: 'usual', sigma: 0.02 },
        { test: 'wild', sigma: 0.5 },
      ],
    },
  ];
  const against = ['--detect', '5%', '--against', server.url, '--server', 'pn53'];
  const { runs, tests, typical, versions, minutes } = JSON.parse((await plan(...against, '--json')).stdout);
  expect(tests.map((one: { test: string }) => one.test)).toEqual(['quiet', 'usual', 'wild']);
  expect(tests[0].runs).toBeLessThan(tests[1].runs);
  expect(tests[2].runs).toBeNull();
  expect([runs, typical]).toEqual([tests[1].runs, tests[1].runs]);
  expect(versions[0].minutes).toBe(10 * runs);
  expect(minutes).toBe(20 * runs);
  const { stdout } = await plan(...against);
  expect(stdout).toContain('More than 30 runs, and not planned: wild.');
  expect(stdout).toContain('All runs: about ');
});

it('puts the server that needs the least time first', async () => {
  const detail = (name: string, runSeconds: number, calibrated = true) => ({
    ...{ name, facts: [{ fact: 'kind', value: 'dedicated' }], measured: [] },
    noise: [{ workload: 'cached', calibrated, pairs: 9, medianSigma: 0.02, runSeconds, tests: [] }],
  });
  const details = [detail('slow', 6000), detail('fast', 60), detail('new', 60, false)];
  const many = await startJsonServer(({ line }) => ({
    body: details.find(({ name }) => line.endsWith(`/servers/${name}`)),
  }));
  const ask = (...args: string[]) => plan('--detect', '5%', '--against', many.url, '--server', ...args);
  const { code, stdout, stderr } = await ask('slow', 'fast', 'new', '--json');
  expect(JSON.parse(stdout).map(({ server }: { server: string }) => server)).toEqual(['fast', 'slow']);
  expect(stderr).toContain('no plan: no two runs of one version tell the noise of cached on new.');
  expect(code).toBe(0);
  expect((await ask('slow', 'fast')).stdout).toMatch(/on fast, [\s\S]*\n\nTo show .* on slow, /);
  await many.close();
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
