import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readUpload } from '@basecase/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runsOf } from './made-runs';
import { noiseOf } from './made-values';
import { factorAt, isMissing } from './plan';
import { planNights } from './plan-nights';
import { TESTS } from './tests';
import { filesOf, writeRun } from './write-runs';

/** @type {string} */
let out;
beforeAll(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'basecase-nights-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));

const plan = planNights({ nights: 40, tests: TESTS.length });
const runs = [...runsOf(plan)];

/** @param {import('@basecase/ingest/model').NormalizedResult | undefined} result */
const valuesOf = (result) =>
  Object.fromEntries((result?.measurements ?? []).map(({ metric, value }) => [metric, value]));

/** What the run of a night, or of a release, is read as. @param {import('./made-runs').MadeRun} run */
async function read(run, isTar = false) {
  const { path: written } = await writeRun(plan, run, { out, isTar });
  const { runs: found, diagnostics } = await readUpload(written);
  expect(found).toHaveLength(1);
  return { run: /** @type {NonNullable<typeof found[0]>} */ (found[0]), diagnostics };
}

/** @param {string} server @param {number} night @param {string | null} version of a release */
function runAt(server, night, version = null) {
  const found = runs.find(
    (run) => run.server.name === server && run.night === night && (run.release?.version ?? null) === version,
  );
  if (!found) throw new Error(`no run of ${server} in night ${night}`);
  return found;
}

it.each(plan.servers)('every number of a night of $name is read as it was planned', async ({ name }) => {
  const made = runAt(name, 3);
  const { run, diagnostics } = await read(made);
  expect(diagnostics).toEqual([]);
  const { cores, clients, tables, rowsPerTable } = made.server;
  expect(run.workload).toMatchObject({ tables, clients, rowsPerTable, primaryKey: true });
  expect(run.startedAt).toBe(plan.nights[3]?.startedAt);
  expect(run.results.length).toBe(made.results.length);
  for (const { test, values } of made.results) {
    const result = run.results.find((each) => each.test === test.name && each.range === test.range);
    const found = valuesOf(result);
    if (!values) throw new Error(`${test.key} has no values`);
    const cpu = values.us.mean + values.sy.mean;
    expect(found, test.key).toMatchObject({ throughput: values.throughput, elapsed: values.seconds });
    expect(found.latency_avg, test.key).toBeCloseTo(values.latencyAvgMs / 1000, 12);
    expect(found.cpu_percent, test.key).toBeCloseTo(cpu, 9);
    expect(found.cpu_per_op, test.key).toBeCloseTo(cpu / values.throughput, 12);
    expect(found.cpu_us_per_op, test.key).toBeCloseTo((cpu * cores * 1e4) / values.throughput, 6);
    expect(found.cs_per_s, test.key).toBeCloseTo(values.cs.mean, 6);
    expect(found.writes_per_s, test.key).toBeCloseTo(values.writesPerS.mean, 6);
    expect(found.write_kb_per_s, test.key).toBeCloseTo(values.writeKbPerS.mean, 6);
  }
});

it('a night names its build, its line and what the machine was', async () => {
  const { machineChange, nights } = plan;
  const { run } = await read(runAt(machineChange.server, machineChange.night), true);
  const { commit, number, committedAt } = nights[machineChange.night] ?? {};
  expect(run.variant).toMatchObject({
    product: 'PostgreSQL',
    version: '19devel',
    flavour: 'rel',
    config: 'x10b_c8r32',
    build: {
      commit,
      number,
      committedAt,
      branch: 'master',
      repository: { url: 'https://github.com/postgres/postgres' },
    },
  });
  expect(run.facts).toMatchObject(machineChange.after);
  expect((await read(runAt(machineChange.server, machineChange.night - 1))).run.facts).toMatchObject(
    machineChange.before,
  );
});

it('a release is of its version and has no build', async () => {
  for (const { version, night } of plan.releases) {
    const { run, diagnostics } = await read(runAt('nightly-8', night, version));
    expect(diagnostics).toEqual([]);
    expect(run.variant).toMatchObject({ version, config: 'x10b_c8r32' });
    expect(run.variant.build ?? null).toBeNull();
  }
});

it('a test that failed has no throughput, and one without logs no result', async () => {
  const { failure, gaps } = plan;
  const { run, diagnostics } = await read(runAt(failure.server, failure.night));
  const failed = run.results.find(({ status }) => status === 'failed');
  expect(`${failed?.test}_range=${failed?.range}`).toBe(failure.test);
  expect(valuesOf(failed).throughput).toBeUndefined();
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['TOOL_FAILED']));

  const left = gaps.find(({ server, test }) => server === null && test !== null);
  const last = await read(runAt('nightly-24', plan.nights.length - 1));
  expect(last.run.results.length).toBeGreaterThan(20);
  expect(last.run.results.map(({ test, range }) => `${test}_range=${range}`)).not.toContain(left?.test);
  const away = gaps.filter(({ test }) => test === null);
  expect(away.length).toBeGreaterThan(0);
  for (const { server, from } of away) expect(() => runAt(String(server), from)).toThrow('no run');
});

it('the same seed writes the same bytes, another one others', async () => {
  const first = runAt('nightly-8', 5);
  const again = [...runsOf(planNights({ nights: 40, tests: TESTS.length }))].find(
    ({ name, server }) => name === first.name && server.name === first.server.name,
  );
  if (!again) throw new Error('no such run');
  expect(filesOf(plan, again)).toEqual(filesOf(plan, first));
  const tarballs = [];
  for (const folder of ['one', 'two']) {
    const written = await writeRun(plan, first, { out: path.join(out, folder), isTar: true });
    tarballs.push(await readFile(written.path));
  }
  expect(tarballs[0]?.equals(/** @type {Buffer} */ (tarballs[1]))).toBe(true);
  const other = planNights({ nights: 40, tests: TESTS.length, seed: 3 });
  const [otherRun] = runsOf(other);
  expect(otherRun && filesOf(other, otherRun)).not.toEqual(filesOf(plan, /** @type {any} */ (runs[0])));
});

it('noise is as large, as correlated and as disturbed as planned', () => {
  const long = planNights({ nights: 2000, tests: 20 });
  const quiet = { ...long, noise: { ...long.noise, outliers: 0 } };
  /** @param {(a: number, b: number) => number} of */
  const mean = (of) => {
    const each = long.tests.flatMap(({ key }) => {
      const logs = noiseOf(quiet, 'nightly-8', key);
      return logs.slice(1).map((log, index) => of(log, logs[index] ?? 0));
    });
    return each.reduce((sum, value) => sum + value, 0) / each.length;
  };
  const variance = mean((log) => log * log);
  expect(Math.sqrt(variance)).toBeCloseTo(long.noise.sd, 3);
  expect(mean((log, before) => log * before) / variance).toBeCloseTo(long.noise.rho, 1);
  const disturbed = long.tests.flatMap(({ key }) =>
    noiseOf(long, 'nightly-8', key).filter((log) => log < -4 * long.noise.sd),
  );
  // P(|normal| × 5 > 4) of 4%, and a little more where the night was slow anyway.
  expect(disturbed.length / (20 * 2000)).toBeGreaterThan(0.01);
  expect(disturbed.length / (20 * 2000)).toBeLessThan(0.03);
});

it('what is planned multiplies', () => {
  const { steps, drift, machineChange, nights } = plan;
  const server = machineChange.server;
  for (const { test, night, factor } of steps) {
    const [before, after] = [night - 1, night].map((at) =>
      factorAt(plan, { server: 'nightly-24', test, night: at }),
    );
    expect(/** @type {number} */ (after) / /** @type {number} */ (before)).toBeCloseTo(factor, 12);
  }
  const last = nights.length - 1;
  expect(factorAt(plan, { server, test: drift.test, night: last })).toBeCloseTo(
    drift.factor * machineChange.factor,
    12,
  );
  const quiet = String(plan.tests[0]?.key);
  expect(factorAt(plan, { server, test: quiet, night: machineChange.night })).toBe(machineChange.factor);
  expect(factorAt(plan, { server, test: quiet, night: machineChange.night - 1 })).toBe(1);
  expect(steps.every(({ test, night }) => !isMissing(plan, { server: 'nightly-8', test, night }))).toBe(true);
});

it.each([{ nights: 10 }, { tests: 5 }, { servers: 3 }, { servers: 1.5 }])('no history of %j', (size) => {
  expect(() => planNights(size)).toThrow(RangeError);
});
