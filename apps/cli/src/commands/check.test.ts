import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, type Throughputs, writeRunDirectory } from '../testing/run-directory';

const BASE = 'x.my8043_rel_o2nofp.z12a_c8r32.pk1';
const OTHER = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const AGAIN = [36, 37].map((point) => `again/x.my80${point}_rel_o2nofp.z12a_c8r32.pk1`);
let cwd = '';
let remove: () => Promise<void>;

const TESTS = [
  'hot-points',
  'point-query',
  'scan',
  'read-only-count',
  'delete',
  'insert',
  'update-one',
  'update-zipf',
];

/** Eight tests at 1000, except for the given factors. */
const throughputs = (factors: Record<string, number> = {}, wobble = 1): Throughputs =>
  Object.fromEntries(TESTS.map((test) => [`${test}.range100`, 1000 * (factors[test] ?? 1) * wobble]));

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, BASE), throughputs());
  await writeRunDirectory(join(cwd, OTHER), throughputs({ insert: 0.8, 'update-one': 1.3 }, 1.002));
  await writeRunDirectory(join(cwd, 'same', OTHER), throughputs({}, 1.002));
  await writeRunDirectory(join(cwd, 'maybe', OTHER), throughputs({ insert: 0.93 }, 1.002));
  for (const [index, path] of AGAIN.entries()) {
    await writeRunDirectory(join(cwd, path), throughputs({ delete: 1 + index / 250 }, 1 + index / 300));
  }
});
afterAll(() => remove());

const check = (...args: string[]) => runCaptured(['check', ...args], { cwd });
const checkCached = (...args: string[]) => check(...args, '--cached', '--machine', 'dedicated');

describe('configs that continue each other', () => {
  const [FIRST, LATER, VARIATION] = ['my8043.z12a', 'my9500.z12b', 'my9500.z12a_gtid'].map(
    (name) => `configs/x.${name.replace('.', '_rel_o2nofp.')}.pk1`,
  ) as [string, string, string];
  beforeAll(async () => {
    for (const path of [FIRST, LATER, VARIATION]) await writeRunDirectory(join(cwd, path), throughputs());
  });

  it('are named as one line, and variations as a difference', async () => {
    const { stdout } = await checkCached(FIRST, LATER, '--format', 'json');
    expect(JSON.parse(stdout).columns).toMatchObject([
      {
        differs: [],
        line: 'Configs z12a, z12b are one line. Joined because the names and their versions are successive.',
      },
    ]);
    const other = await checkCached(FIRST, VARIATION, '--format', 'json');
    expect(JSON.parse(other.stdout).columns).toMatchObject([
      { differs: ['config z12a and z12a_gtid'], line: null },
    ]);
  });

  it('are named by compare too', async () => {
    const { stderr } = await runCaptured(['compare', FIRST, LATER], { cwd });
    expect(stderr).toContain('Configs z12a, z12b are one line.');
  });
});

describe('basecase check', () => {
  it('fails on a regression, and lists the other changes', async () => {
    const { code, stdout } = await checkCached(BASE, OTHER);
    expect(code).toBe(3);
    expect(stdout.split('\n')).toEqual([
      `Relative to: ${BASE}`,
      '',
      `${OTHER}: 1 regression, 1 improvement, 5 no change, 1 within noise`,
      expect.stringMatching(
        /^ {2}v {2}regression {3}0\.80 ±\d\.\d% {2}insert_range=100 {6}20% slower; no hardware/,
      ),
      expect.stringMatching(
        /^ {2}\^ {2}improvement {2}1\.30 ±\d\.\d% {2}update-one_range=100 {2}30% faster; no hardware/,
      ),
      '',
      '  What would settle the open tests:',
      `    scan_range=100: 1 more run of ${BASE} and 1 more run of ${OTHER}, about 4.0 hours, would settle this.`,
      '',
      expect.stringMatching(/^No independent repeat run/),
      '',
    ]);
  });

  it('passes when there is none', async () => {
    const { code, stdout } = await checkCached(BASE, `same/${OTHER}`);
    expect(code).toBe(0);
    expect(stdout).not.toContain('regression');
  });

  it('has a separate code for possible regressions, and fails on them on request', async () => {
    const passed = await checkCached(BASE, `maybe/${OTHER}`);
    expect(passed.stdout).toContain('1 likely regression');
    expect(passed.code).toBe(4);
    expect((await checkCached(BASE, `maybe/${OTHER}`, '--fail-on', 'possible')).code).toBe(3);
  });

  it('is calibrated by runs of the same: what was possible is sure', async () => {
    const { code, stdout } = await checkCached(BASE, `maybe/${OTHER}`, '--noise', ...AGAIN);
    expect(stdout).toContain('Noise measured by 1 repeat pair. Measured: 0.24 false sure flags a table');
    expect(stdout).toContain('120 tables of TPC-H on one dedicated machine');
    expect(stdout).toContain('1 regression');
    expect(code).toBe(3);
  });

  it('prints every test in json and tsv', async () => {
    const json = JSON.parse((await check(BASE, OTHER, '--format', 'json', '--machine', 'dedicated')).stdout);
    expect(json).toMatchObject({ base: BASE, columns: [{ pairs: 0 }], ruleVersion: 6 });
    expect(json.columns[0].tests).toHaveLength(8);
    expect(
      json.columns[0].tests.find(({ test }: { test: string }) => test === 'insert_range=100'),
    ).toMatchObject({
      verdict: 'regression',
      ratio: expect.closeTo(0.8016, 4),
    });
    const { stdout } = await check(BASE, OTHER, '--format', 'tsv', '--machine', 'dedicated');
    const rows = stdout
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows[0]).toEqual([
      'column',
      'test',
      'verdict',
      'certainty',
      'ratio',
      'band',
      'p',
      'why',
      'rounds',
      'success_rate',
      'success_verdict',
    ]);
    expect(rows).toHaveLength(9);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([11]));
  });

  it('prints a table for a pull request that no name can break', async () => {
    await writeFile(
      join(cwd, 'qps.abs.all.tsv'),
      'col-1 : x.my5651.pk1\ncol-2 : x.my<b>|5744.pk1\n\ncol-1\tcol-2\n1000\t500\thot-points_range=100\n1000\t1000\tscan_range=100\n',
    );
    const { stdout } = await check('qps.abs.all.tsv', '--format', 'md', '--cached', '--machine', 'dedicated');
    expect(stdout).toContain('| test | verdict | ratio | noise | why |');
    expect(stdout).toMatch(/\| hot-points_range=100 \| ▼ regression \| 0\.50 \| ±\d\.\d% \| /);
    expect(stdout).toContain('### x.my\\<b\\>\\|5744.pk1');
  });

  it('says how much of what is missing is doubtful', async () => {
    const directory = join(cwd, 'doubt', OTHER);
    await writeRunDirectory(directory, throughputs({}, 1.002));
    const log = join(directory, 'sb.o.insert.range100.pk1.dop1');
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.replaceAll(/\d+(?=\.\d+ per sec)/g, '9999'));
    for (const format of ['text', 'md']) {
      const { stdout } = await checkCached(BASE, `doubt/${OTHER}`, '--format', format);
      expect(stdout).toContain('1 not measured (1 suspect: see VALUES_DISAGREE)');
    }
  });

  it('does not pass when a column could not be read', async () => {
    const { code, stdout, stderr } = await checkCached(BASE, `same/${OTHER}`, 'nowhere');
    expect(code).toBe(2);
    expect(stderr).toContain('nowhere');
    expect(stdout).toContain('no change');
    expect((await check('nowhere', OTHER)).code).toBe(2);
    expect((await check(BASE, 'nowhere')).code).toBe(2);
  });

  it('is sure of nothing on a machine that others may use, and suggests how to settle it', async () => {
    await writeRunDirectory(join(cwd, 'half', OTHER), throughputs({ insert: 0.4 }, 1.002));
    const on = (...args: string[]) => check(BASE, `half/${OTHER}`, '--cached', ...args);
    for (const args of [[], ['--machine', 'virtual'], ['--machine', 'unknown']]) {
      const { code, stdout } = await on(...args);
      expect(code).toBe(4);
      expect(stdout).toMatch(
        /likely regression +0\.40 .*Large, unconfirmed\. .*Likely at most: no independent repeat run yet, and others may use this machine\./,
      );
      expect(stdout).toContain(
        'others may use this machine: no change is confirmed. To know it, run the base once more',
      );
    }
    expect((await on('--machine', 'dedicated')).code).toBe(3);
    await writeFile(
      join(cwd, 'half', OTHER, 'basecase.json'),
      JSON.stringify({ basecase: 1, server: { name: 'mine', kind: 'dedicated' } }),
    );
    expect((await on()).code).toBe(3);
    expect((await on('--machine', 'shared')).code).toBe(4);
    expect((await on('--machine', 'mine')).code).toBe(1);
  });

  it('compares what was recorded in rounds round by round', async () => {
    const rounds = { id: 'r1', seconds: 5, warmup: 1, restartEvery: 6 };
    for (const [index, [run, factor]] of [[BASE, 1] as const, [OTHER, 0.93] as const].entries()) {
      const directory = join(cwd, 'rounds', String(index));
      for (let round = 1; round <= 12; round += 1) {
        // The machine is up to 20% slower for both; the versions differ by half a percent from round to round.
        const machine = 1 + 0.2 * Math.sin(round);
        const own = 1 + ((round * (index + 2)) % 5) / 800;
        const path = join(directory, `round${String(round).padStart(2, '0')}`, run);
        await writeRunDirectory(path, throughputs({ insert: factor }, machine * own));
      }
      await writeFile(join(directory, 'basecase.json'), JSON.stringify({ basecase: 1, rounds }));
    }
    const { code, stdout } = await check('rounds/0', 'rounds/1', '--cached', '--machine', 'virtual');
    expect(stdout).toMatch(/regression +0\.93 ±\d\.\d% \(12 rounds\)/);
    expect(stdout).toContain('Compared round by round');
    expect(code).toBe(3);
  });

  it('is calibrated by other days where others use the machine, and states the figure of such machines', async () => {
    const onDay = async (path: string, day: number, factors: Record<string, number>, wobble: number) => {
      await writeRunDirectory(join(cwd, path), throughputs(factors, wobble));
      const startedAt = `2026-03-0${day}T10:00:00Z`;
      await writeFile(join(cwd, path, 'basecase.json'), JSON.stringify({ basecase: 1, startedAt }));
      return path;
    };
    const judged = [
      await onDay(`days/1/${BASE}`, 1, {}, 1),
      await onDay(`days/2/${OTHER}`, 2, { insert: 0.4 }, 1.002),
    ];
    const again = [
      await onDay(`days/3/${AGAIN[0]?.slice(6)}`, 3, {}, 1.001),
      await onDay(`days/4/${AGAIN[0]?.slice(6)}`, 4, { delete: 1.004 }, 0.999),
    ];
    const virtual = ['--cached', '--machine', 'virtual'];
    const { code, stdout } = await check(...judged, ...virtual, '--noise', ...again);
    expect(stdout).toMatch(/^ {2}v {2}regression +0\.40/m);
    expect(stdout).toContain('Noise measured by 1 repeat pair. Measured: 0.37 false sure flags a table');
    expect(stdout).not.toContain('dedicated');
    expect(code).toBe(3);
    // Of one session they say nothing of another day.
    await onDay(again[1] ?? '', 3, { delete: 1.004 }, 0.999);
    expect((await check(...judged, ...virtual, '--noise', ...again)).code).toBe(4);
  });

  it('compares no runs of another length, and says both', async () => {
    const directory = join(cwd, 'short', OTHER);
    await writeRunDirectory(directory, throughputs({ insert: 0.4 }, 1.002));
    const log = join(directory, 'sb.o.insert.range100.pk1.dop1');
    await writeFile(log, (await readFile(log, 'utf8')).replace('--time=900', '--time=60'));
    const { code, stdout } = await checkCached(BASE, `short/${OTHER}`, '--format', 'tsv');
    expect(stdout).toMatch(/insert_range=100\tnot measured\t.*run for another time: 60 s, the base 900 s/);
    expect(code).toBe(0);
  });

  it('says how it is used', async () => {
    expect((await check(BASE)).code).toBe(1);
    expect((await check(BASE, OTHER, '--fail-on', 'everything')).code).toBe(1);
    expect((await check(BASE, OTHER, '--cached', '--io-bound')).code).toBe(1);
  });
});
