import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckBench, openCheckBench } from '../testing/check-bench';
import { writeRunDirectory } from '../testing/run-directory';

let bench: CheckBench;

beforeAll(async () => {
  bench = await openCheckBench();
});
afterAll(() => bench.remove());

const TESTS = { insert: 1000.1, delete: 2000.1, 'point-query': 3000.1, 'hot-points': 4000.1 };

/** A run directory of a version, with operations that failed by test. */
function runs(name: string, factor: number, errors: Record<string, number>) {
  const named = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).map(([test, value]) => [`${test}.range100`, value]));
  const throughputs = Object.fromEntries(Object.entries(TESTS).map(([test, qps]) => [test, qps * factor]));
  return writeRunDirectory(join(bench.cwd, name), named(throughputs), named(errors));
}

const rateOf = (stdout: string, name: string) =>
  JSON.parse(stdout).columns[0].tests.find(({ test }: { test: string }) => test === `${name}_range=100`);

describe('basecase check of the success rate', () => {
  it('fails where more operations fail, at equal throughput, and names both rates in every format', async () => {
    await runs('x.my8044_rel.z12a.pk1', 1, {});
    await runs('x.my9000_rel.z12a.pk1', 1.001, { insert: 100_000, delete: 10 });
    const args = ['x.my8044_rel.z12a.pk1', 'x.my9000_rel.z12a.pk1', '--machine', 'dedicated'];
    const text = await bench.check(...args);
    expect(text.code).toBe(3);
    expect(text.stdout).toContain('; success rate lower in 1 test');
    expect(text.stdout).toContain(
      'Success rate lower:\n    insert_range=100: 90.0%, the base 100.0% (regression)',
    );
    const markdown = (await bench.check(...args, '--format', 'md')).stdout;
    expect(markdown).toContain('- insert_range=100: 90.0%, the base 100.0% (regression)');
    const json = await bench.check(...args, '--format', 'json');
    expect(json.code).toBe(3);
    expect(rateOf(json.stdout, 'insert').successRate).toMatchObject({
      verdict: 'regression',
      certainty: 'sure',
      base: 100,
      version: expect.closeTo(90, 0),
    });
    // 10 of 1.8 million are below the limit.
    expect(rateOf(json.stdout, 'delete').successRate).toMatchObject({ verdict: 'no change' });
    expect((await bench.check(...args, '--format', 'tsv')).stdout).toMatch(
      /insert_range=100\t.*\tregression$/m,
    );
  });

  it('passes where fewer operations fail than before, and where as many do', async () => {
    await runs('x.my8044_rel.y1.pk1', 1, { insert: 200_000 });
    await runs('x.my9000_rel.y1.pk1', 1.001, { insert: 100_000 });
    const paths = ['x.my8044_rel.y1.pk1', 'x.my9000_rel.y1.pk1'];
    expect((await bench.check(...paths, '--machine', 'dedicated')).code).toBe(0);
    expect((await bench.check(paths[0] ?? '', paths[0] ?? '', '--machine', 'dedicated')).code).toBe(0);
  });

  it('is never an improvement for a test that got faster by failing', async () => {
    await runs('x.my8044_rel.x1.pk1', 1, {});
    await runs('x.my9000_rel.x1.pk1', 2, { insert: 600_000 });
    const args = ['x.my8044_rel.x1.pk1', 'x.my9000_rel.x1.pk1', '--machine', 'dedicated', '--format', 'json'];
    const { stdout, code } = await bench.check(...args);
    expect(code).toBe(3);
    expect(rateOf(stdout, 'insert')).toMatchObject({ verdict: 'unclear', certainty: 'noise' });
    expect(rateOf(stdout, 'delete').verdict).toBe('improvement');
  });

  it('is compared with the newest past night that counts failures', async () => {
    await bench.past('rates', 14);
    const errors = { insert: 100_000 };
    const path = await bench.fresh('rates-new', 14, {}, { errors });
    const { code, of, series } = await bench.judge(path, '--against', 'rates');
    expect(code).toBe(3);
    expect(of('insert')?.successRate).toMatchObject({ verdict: 'regression', base: 100 });
    expect(series[0]?.tests.filter(({ successRate }) => successRate !== null)).toHaveLength(1);
    const { stdout } = await bench.check(path, '--against', 'rates');
    expect(stdout).toMatch(/insert_range=100: (?:89|90)\.\d%, the base 100\.0% \(regression\)/);
    await bench.past(
      'rates',
      15,
      () => ({}),
      () => ({ errors }),
    );
    const next = await bench.fresh('rates-next', 15, {}, { errors });
    expect((await bench.judge(next, '--against', 'rates')).code).toBe(0);
  });

  it('makes a faster night unclear, one with few nights before it too', async () => {
    await bench.past('few-rates', 3);
    const path = await bench.fresh('few-rates-new', 3, { insert: 3 }, { errors: { insert: 900_000 } });
    const { code, of } = await bench.judge(path, '--against', 'few-rates');
    expect(code).toBe(3);
    expect(of('insert')).toMatchObject({ verdict: 'unclear', successRate: { verdict: 'regression' } });
  });
});
