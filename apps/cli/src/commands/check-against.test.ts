import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckBench, openCheckBench } from '../testing/check-bench';
import { commitOf, nightFolder } from '../testing/night-directories';

const PAST = 20;
let bench: CheckBench;

beforeAll(async () => {
  bench = await openCheckBench();
  // insert loses 12% in night 8, long ago.
  await bench.past('past', PAST, (night) => ({ insert: night < 8 ? 1 : 0.88 }));
  await bench.past('few', 5, () => ({ 'point-query': null }));
  await bench.fresh('same', PAST, { insert: 0.88 });
});
afterAll(() => bench.remove());

describe('basecase check --against a directory', () => {
  it('passes when nothing is new, and lists what was known', async () => {
    const { code, stdout } = await bench.check('same', '--against', 'past');
    const name = (night: number) => `${night + 1} May 2026 g${commitOf(night).slice(0, 8)}`;
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      `${name(PAST)}: 4 no change`,
      '  PostgreSQL 19devel@master rel x10a_c8r32, 1 table, 50000000 rows per table, 1 client, on pn53',
      `  against 20 past nights, the newest ${name(19)}`,
      '',
      '  Already known, and still there:',
      expect.stringMatching(
        new RegExp(`^    insert_range=100: regression, 0.8\\d .*since ${name(8)}; last good ${name(7)}`),
      ),
    ]);
  });

  it('says possible of the newest nights, is sure once the change stayed for two more, and then knows it', async () => {
    const steps = { insert: 0.88, 'point-query': 0.9 };
    await bench.past('step', PAST, () => ({ insert: 0.88 }));
    const judged = [];
    for (const night of [20, 21, 22, 23, 24, 25]) {
      const path = await bench.fresh(`step/${nightFolder(night)}`, night, steps);
      const { code, of } = await bench.judge(path, '--against', 'step');
      judged.push({ code, test: of('point-query') });
    }
    const change = {
      lastGood: { commit: commitOf(19) },
      firstBad: { commit: commitOf(20) },
      ratio: expect.closeTo(0.9, 1),
    };
    expect(judged).toMatchObject([
      { code: 4, test: { verdict: 'possible regression', judgedBy: 'series', change: { nights: 1 } } },
      { code: 4, test: { verdict: 'possible regression', change: { ...change, nights: 2 } } },
      { code: 4, test: { verdict: 'possible regression', change: { nights: 3, doubts: ['weak'] } } },
      { code: 4, test: { verdict: 'possible regression', change: { nights: 4, doubts: ['weak'] } } },
      { code: 3, test: { verdict: 'regression', change: { ...change, nights: 5, doubts: [] } } },
      {
        code: 0,
        test: { verdict: 'no change', change: null, known: [{ ...change, verdict: 'regression' }] },
      },
    ]);
    const failing = await bench.check(
      `step/${nightFolder(21)}`,
      '--against',
      'step',
      '--fail-on',
      'possible',
    );
    expect(failing.code).toBe(3);
  });

  it('does not attribute a change to the build if the kernel changed too', async () => {
    const slower = { 'hot-points': 0.9, 'point-query': 0.9, insert: 0.9, delete: 0.9 };
    await bench.past(
      'kernel',
      22,
      (night) => (night < 20 ? {} : slower),
      (night) => ({ facts: { kernel: night < 20 ? '6.8.0' : '6.14.0' } }),
    );
    const path = await bench.fresh('kernel-new', 22, slower, { facts: { kernel: '6.14.0' } });
    const { code, of } = await bench.judge(path, '--against', 'kernel');
    expect(code).toBe(0);
    expect(of('point-query')).toMatchObject({
      verdict: 'no change',
      event: { label: 'kernel 6.8.0 → 6.14.0', ratio: expect.closeTo(0.9, 1) },
    });
    expect((await bench.check(path, '--against', 'kernel')).stdout).toContain('not attributed to a build');
  });

  it('compares with the newest night if there are too few, with a note', async () => {
    const path = await bench.fresh('pair', 5, { delete: 0.6, update: 1, 'hot-points': null });
    const { code, of } = await bench.judge(path, '--against', 'few', '--cached', '--machine', 'dedicated');
    expect(code).toBe(3);
    expect(of('delete')).toMatchObject({
      judgedBy: 'pair',
      verdict: 'regression',
      nights: 6,
      why: expect.stringMatching(/^against 5 May 2026 g\w{8}: 6 nights, a series needs 12$/),
    });
    expect(of('update')).toMatchObject({
      judgedBy: 'nothing',
      verdict: 'missing',
      why: 'not in the past nights',
    });
    expect(of('hot-points')).toMatchObject({ verdict: 'stopped working', ratio: null });
    const { stdout } = await bench.check(path, '--against', 'few', '--cached', '--partial');
    expect(stdout).toContain('Too few nights for a series: compared with one night');
    expect(stdout).toContain('hot-points_range=100: not in the new build');
  });

  it('prints every test in tsv, and a table that no name can break', async () => {
    const path = await bench.fresh('tables', PAST, { insert: 0.88, 'point-query': 0.8 });
    const { stdout: tsv } = await bench.check(path, '--against', 'past', '--format', 'tsv');
    const rows = tsv.replace(/\n$/, '').split('\n');
    expect(rows[0]?.split('\t').slice(0, 4)).toEqual(['series', 'test', 'judged_by', 'verdict']);
    expect(new Set(rows.map((row) => row.split('\t').length))).toEqual(new Set([16]));
    expect(rows).toHaveLength(5);
    const { stdout } = await bench.check(path, '--against', 'past', '--format', 'md');
    expect(stdout).toMatch(
      /\| point-query_range=100 \| ▼ likely regression \| 0\.8\d \(0\.\d\d to 0\.\d\d\) \| 1 night since 21 May/,
    );
    expect(stdout).toContain('PostgreSQL 19devel\\@master rel x10a_c8r32');
  });

  it('judges the tests that it is asked for', async () => {
    const path = await bench.fresh('asked', PAST, { insert: 0.88, 'point-query': 0.8 });
    const { series, code } = await bench.judge(path, '--against', 'past', '--test', 'delete_range=100');
    expect(series[0]?.tests).toMatchObject([{ test: 'delete_range=100', verdict: 'no change' }]);
    expect(code).toBe(0);
    const unknown = await bench.check(path, '--against', 'past', '--test', 'nope');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Available: ') });
  });

  it('does not pass when nothing can be judged', async () => {
    const path = await bench.fresh('lonely', PAST, {}, { version: '20devel' });
    const { code, stderr, stdout } = await bench.check(path, '--against', 'past');
    expect(code).toBe(5);
    expect(stderr).toContain('past: no past night of this series.');
    expect(stdout).toContain('left out: 20 of another version (19devel)');
    expect((await bench.check('nowhere', '--against', 'past')).code).toBe(2);
    expect((await bench.check('same', 'nowhere', '--against', 'past')).code).toBe(2);
  });

  it('exits with its own code where the past nights are not there', async () => {
    expect(await bench.check('same', '--against', 'nowhere')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('no such directory'),
    });
    expect(await bench.check('same', '--against', 'http://127.0.0.1:9')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('cannot be reached'),
    });
  });

  it.each([
    [['past', '--against', 'past'], 'has several builds'],
    [['same', '--against', 'same/basecase.json'], 'it is a file'],
    [['same', '--against', 'past', '--noise', 'past'], "cannot be used with option '--noise"],
    [['same', '--against', 'past', '--benchmark', 'fio'], 'no results of fio. Available: sysbench.'],
    [['same', '--against', 'past', '--workload', 'byrx'], 'no workload called byrx. Available: 1 table, '],
    [['same', '--against', 'past', '--config', 'z9'], 'the config z9. Available: x10a_c8r32.'],
    [['same', '--against', 'past', '--test', ''], '--test is empty.'],
    [['same', '--against', ''], '--against is empty.'],
    [['same', 'same', '--workload', ' '], '--workload is empty.'],
    [['same', '--against', 'past', '--commit', 'HEAD'], 'hexadecimal'],
    [['same', 'same', '--server', 'pn53'], 'belong to --against'],
    [['same', 'same', '--commit', commitOf(1)], 'belong to --against'],
  ])('exits 1 for %j', async (args, message) => {
    expect(await bench.check(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});
