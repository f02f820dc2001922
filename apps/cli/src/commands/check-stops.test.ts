import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory } from '../testing/run-directory';

let cwd = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
});
afterAll(() => remove());

/** A value for each repeat, or the message of a tool that failed. */
type Tests = Readonly<Record<string, readonly number[] | string>>;

/** Writes results in the open format; `at` by repeat, where given. */
async function results(
  name: string,
  tests: Tests,
  { version = '2.0', extra = {} }: { version?: string; extra?: object } = {},
): Promise<string> {
  const head = {
    basecaseResults: 1,
    tool: 'stoptool',
    product: 'StopDB',
    machine: 'rep1',
    version,
    ...extra,
  };
  const lines = Object.entries(tests).flatMap(([test, values]): object[] =>
    typeof values === 'string'
      ? [{ test, error: values }]
      : values.map((value, index) => ({ test, value, unit: 'ops/s', repeat: index + 1 })),
  );
  await mkdir(join(cwd, name, '..'), { recursive: true });
  await writeFile(join(cwd, name), [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return name;
}

const steady = (count: number, value = 1000): Tests =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `g/t${index}`,
      [value + index, value + index + 1.5, value + index - 1.25],
    ]),
  );

const check = (...args: string[]) => runCaptured(['check', ...args], { cwd });
const judge = async (...args: string[]) => {
  const { stdout, code } = await check(...args, '--format', 'json');
  const [column] = JSON.parse(stdout).columns;
  const stopped = column.tests.filter(({ verdict }: { verdict: string }) => verdict === 'stopped working');
  return { code, column, stopped: stopped.map(({ test }: { test: string }) => test) };
};

describe('basecase check of tests that stopped working', () => {
  it.each([1, 2, 20])('says nothing of noise where none of %d tests is compared', async (count) => {
    const base = await results(`none${count}/base.ndjson`, steady(count), { version: '1.0' });
    const dead = Object.fromEntries(Object.keys(steady(count)).map((test) => [test, [0, 0]]));
    const crashed = Object.fromEntries(Object.keys(dead).map((test) => [test, 'panic: lost quorum']));
    const renamed = Object.fromEntries(
      Object.entries(steady(count)).map(([test, own]) => [`h/${test}`, own]),
    );
    for (const tests of [dead, crashed, renamed]) {
      const { code, stdout } = await check(base, await results(`none${count}/new.ndjson`, tests));
      expect(code).toBe(3);
      expect(stdout).toContain('No test has a number on both sides: none is compared.');
      expect(stdout).not.toMatch(/round by round|repeat|Noise measured/);
    }
  });

  const three = { 'g/x': [500, 501, 502], 'g/y': [600, 601, 602], 'g/z': [700, 701, 702] };

  it('fails on tests that failed, stalled and vanished, and names each in every format', async () => {
    const base = await results('base.ndjson', { ...steady(8), ...three });
    const now = await results('new.ndjson', {
      ...steady(8),
      'g/x': 'could not open relation',
      'g/y': [0, 0, 0],
      'g/n': [9, 9, 9],
    });
    const args = [base, now, '--machine', 'dedicated'];
    expect(await judge(...args)).toMatchObject({ code: 3, stopped: ['g/x', 'g/y', 'g/z'] });
    const text = await check(...args);
    expect(text.stdout).toContain('new.ndjson: 3 stopped working');
    expect(text.stdout).toMatch(
      /stopped working {5}g\/x {2}Stopped working: failed \(new\.ndjson:\d+: could not open relation\)\./,
    );
    expect(text.stdout).toMatch(
      /stopped working {5}g\/y {2}Stopped working: did no operation \(new\.ndjson:\d+\)\./,
    );
    expect(text.stdout).toContain('stopped working     g/z  Stopped working: has no result');
    expect(text.stdout).toContain('New tests, in no column before:\n    g/n');
    expect(text.stdout).toContain('Tests that vanished:\n    g/z');
    const markdown = (await check(...args, '--format', 'md')).stdout;
    for (const name of ['x', 'y', 'z'])
      expect(markdown).toMatch(new RegExp(`\\| g/${name} +\\| ✖ stopped working`));
    expect((await check(...args, '--format', 'tsv')).stdout.match(/\tstopped working\t/g)).toHaveLength(3);
  });

  it('tells a crash, a timeout and a failure apart, each with its line', async () => {
    const base = await results('causes-base.ndjson', { ...steady(4), ...three });
    const now = await results('causes.ndjson', {
      ...steady(4),
      'g/x': 'terminated by signal 11',
      'g/y': 'timed out after 600 s',
      'g/z': 'no such table',
    });
    const { column } = await judge(base, now, '--machine', 'dedicated');
    const stops = column.tests.flatMap(({ test, stop }: { test: string; stop: object | null }) =>
      stop ? [{ test, ...stop }] : [],
    );
    expect(stops).toMatchObject([
      { test: 'g/x', cause: 'crashed', file: 'causes.ndjson', text: 'terminated by signal 11' },
      { test: 'g/y', cause: 'timed out', file: 'causes.ndjson', text: 'timed out after 600 s' },
      { test: 'g/z', cause: 'failed', file: 'causes.ndjson', text: 'no such table' },
    ]);
  });

  it.each([1, 2, 20])('fails where all of %i tests crashed, stalled or are gone', async (count) => {
    const base = await results(`all-${count}/base.ndjson`, steady(count));
    const names = Object.keys(steady(count));
    const crashed = Object.fromEntries(names.map((name) => [name, 'server crashed']));
    const dead = Object.fromEntries(names.map((name) => [name, [0]]));
    for (const [kind, tests] of Object.entries({ crashed, dead, gone: { other: [5, 5, 5] } })) {
      const now = await results(`all-${count}/${kind}.ndjson`, tests);
      expect(await judge(base, now, '--machine', 'unknown'), kind).toMatchObject({
        code: 3,
        stopped: names,
      });
    }
  });

  it('lets a test pass that never worked, and one that works again', async () => {
    const base = await results('never.ndjson', { ...steady(4), 'g/x': 'no such table', 'g/y': [0, 0, 0] });
    const still = await results('still.ndjson', { ...steady(4), 'g/x': 'no such table', 'g/y': [0, 0, 0] });
    const again = await results('again.ndjson', { ...steady(4), 'g/x': [5, 5, 5], 'g/y': [7, 7, 7] });
    for (const now of [still, again]) {
      const { code, stopped, column } = await judge(base, now, '--machine', 'dedicated');
      expect([code, stopped]).toEqual([0, []]);
      const ratios = column.tests.filter(({ test }: { test: string }) => /[xy]$/.test(test));
      expect(ratios.map(({ ratio }: { ratio: number | null }) => ratio)).toEqual([null, null]);
    }
  });

  it('takes a run for a selection of the tests only with --partial', async () => {
    const base = await results('many.ndjson', steady(20));
    const some = await results('some.ndjson', steady(3));
    expect((await judge(base, some, '--machine', 'dedicated')).stopped).toHaveLength(17);
    expect(await judge(base, some, '--machine', 'dedicated', '--partial')).toMatchObject({
      code: 0,
      stopped: [],
    });
  });

  it('suggests that a test was renamed where number and place match', async () => {
    const base = await results('old-name.ndjson', { ...steady(3), 'g/u-scan': [80, 81, 80.5] });
    const now = await results('new-name.ndjson', { ...steady(3), 'g/u-scan-all': [80.2, 81, 80.4] });
    const { stdout } = await check(base, now, '--machine', 'dedicated');
    expect(stdout).toContain('g/u-scan is now g/u-scan-all?');
  });
});

describe('the evidence that basecase check names', () => {
  const at = (startedAt: string) => ({ extra: { at: startedAt } });

  it('is never days that the files do not show', async () => {
    const sides = [
      [{}, {}],
      [at('2026-05-01T10:00:00Z'), at('2026-05-01T11:00:00Z')],
      [at('2026-05-01T10:00:00Z'), at('2026-05-09T11:00:00Z')],
    ];
    for (const [index, [one, other]] of sides.entries()) {
      const base = await results(`days-${index}/a.ndjson`, steady(10), { version: '1.0', ...one });
      const now = await results(`days-${index}/b.ndjson`, steady(10, 1001), { version: '1.1', ...other });
      const { stdout } = await check(base, now, '--machine', 'dedicated');
      expect(stdout).not.toContain('several days');
      expect(stdout).toContain('the repeats of each side');
    }
  });

  it('is runs of several days where each side has two', async () => {
    const sides = await Promise.all(
      ['1.0', '1.1'].map(async (version, side) => {
        for (const day of [1, 2]) {
          const path = `two-days/${version}/${day}.ndjson`;
          await results(path, steady(10, 1000 + day), { version, ...at(`2026-05-0${day + side}T10:00:00Z`) });
        }
        return `two-days/${version}`;
      }),
    );
    const { stdout } = await check(...sides, '--machine', 'dedicated');
    expect(stdout).toContain('Noise measured by runs of several days on both sides.');
  });
});
