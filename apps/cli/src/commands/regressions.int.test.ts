import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
  for (const server of ['pn53', 'hetz48'])
    await bench.store(
      versionRun('16.0', {}, { server }),
      versionRun('17.0', { t0: 0.7, t1: 0.8, t2: 1.4 }, { server }),
    );
});
afterAll(() => bench.close());

const run = (...args: string[]) =>
  runCaptured(['regressions', ...args], { env: { DATABASE_URL: bench.database.url } });
const rows = async (...args: string[]) => (await run(...args)).stdout.trimEnd().split('\n').slice(1);

describe('basecase regressions', () => {
  it('lists one event for one version on two servers, in the words of the pages', async () => {
    expect(await rows()).toEqual([
      expect.stringMatching(
        /^postgresql-17\.0\tnew\tsure\t20\S+\tPostgreSQL 17\.0 on (pn53|hetz48) and (pn53|hetz48): 2 of 12 tests slower, median −\S+% \(.*\), no CPU or IO data uploaded$/,
      ),
    ]);
    expect(await rows('--kind', 'improvement')).toEqual([expect.stringContaining('1 of 12 tests faster')]);
  });

  it('filters as the page does', async () => {
    expect(await rows('--server', 'pn53', '--certainty', 'sure', '--search', 't1')).toHaveLength(1);
    for (const filter of [
      ['--product', 'MySQL'],
      ['--state', 'closed'],
      ['--branch', '19devel'],
      ['--seen-after', '2100-01-01T00:00:00Z'],
    ])
      expect(await rows(...filter)).toEqual([]);
  });

  it('refuses a state that is none and a server that is none', async () => {
    expect(await run('--state', 'lost')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--state'),
    });
    expect(await run('--url', 'not a url')).toMatchObject({ code: 1 });
  });
});
