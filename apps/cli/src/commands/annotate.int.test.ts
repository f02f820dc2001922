import { listAnnotations } from '@basecase/db/annotations/annotations';
import { nightRuns } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

let bench: RegressionBench;

beforeAll(async () => {
  bench = await openRegressionBench();
  await bench.store(...nightRuns(0, 14));
});
afterAll(() => bench.close());

const annotate = (...args: string[]) =>
  runCaptured(['annotate', ...args], { env: { DATABASE_URL: bench.database.url } });

describe('basecase annotate', () => {
  it('adds, lists and takes back, and has the series judged again', async () => {
    const added = await annotate('kernel 6.14', '--at', '2026-05-05', '--server', 'pn53');
    expect(added).toMatchObject({
      code: 0,
      stdout: 'annotation 1: 2026-05-05T00:00:00.000Z kernel 6.14, pn53, all products\n',
    });
    const stale = await bench.database.pool.query('SELECT FROM heatmaps WHERE stale_since IS NOT NULL');
    expect(stale.rowCount).toBe(1);
    const now = Date.now();
    const everywhere = await annotate('gcc 15', '--product', 'postgresql');
    expect(everywhere.stdout).toMatch(/^annotation 2: .* gcc 15, all servers, PostgreSQL\n$/);
    expect(Date.parse((await listAnnotations(bench.database))[0]?.at ?? '')).toBeGreaterThanOrEqual(now);

    const { stdout } = await annotate('--remove', '1');
    expect(stdout).toContain('taken back: annotation 1: ');
    const list = (await annotate('--list', '--server', 'pn53')).stdout.split('\n');
    expect(list).toEqual([
      'id\tat\tserver\tproduct\twhat\tby\ttaken back',
      expect.stringMatching(/^2\t.*\tall\tPostgreSQL\tgcc 15\tlocal\t$/),
      expect.stringMatching(/^1\t2026-05-05T00:00:00.000Z\tpn53\tall\tkernel 6.14\tlocal\tby local, 20/),
      '',
    ]);
  });

  it.each([
    [[], 'Say what happened'],
    [['kernel', '--list'], 'Say what happened'],
    [['--list', '--remove', '1'], 'Say what happened'],
    [['--list', '--at', '2026-05-05'], '--list takes --server'],
    [['--list', '--server', 'nope'], 'nope'],
    [['--remove', '1', '--server', 'pn53'], '--remove takes an id'],
    [['--remove', '99'], 'No annotation 99'],
    [['kernel', '--server', 'nope'], 'No server "nope"'],
    [['kernel', '--product', 'nope'], 'No product "nope"'],
    [['kernel', '--at', 'yesterday'], 'Expected a time'],
    [['x'.repeat(201)], '1 to 200 characters'],
  ])('exits 1 for %j', async (args, message) => {
    const before = (await listAnnotations(bench.database)).length;
    expect(await annotate(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(await listAnnotations(bench.database)).toHaveLength(before);
  });
});
