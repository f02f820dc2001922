import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

let bench: RegressionBench;

beforeAll(async () => {
  bench = await openRegressionBench();
  await bench.store(
    versionRun('16.0', {}, { config: 'x10a' }),
    versionRun('17.0', { t0: 0.7 }, { config: 'x10a' }),
    versionRun('18.0', { t0: 0.7 }, { config: 'x10b' }),
    versionRun('18.1', { t0: 0.7 }, { config: 'x12a' }),
  );
});
afterAll(() => bench.close());

const lines = (...args: string[]) =>
  runCaptured(['lines', ...args], { env: { DATABASE_URL: bench.database.url } });
const rows = async (...args: string[]) => (await lines(...args)).stdout.trimEnd().split('\n').slice(1);

describe('basecase lines', () => {
  it('lists joined configs and proposed ones with the reason', async () => {
    expect(await rows()).toEqual([
      expect.stringMatching(
        /^pn53\t.*\tPostgreSQL\tx10a\tx10b\tjoined\t.*names and their versions are successive/,
      ),
      expect.stringMatching(
        /^pn53\t.*\tPostgreSQL\tx10b\tx12a\tapart\t.*names differ by more than one number/,
      ),
    ]);
  });

  it('joins, splits and undoes, and keeps the history', async () => {
    expect(await lines('join', 'x10b', 'x12a')).toMatchObject({
      code: 0,
      stdout: 'decision 1: join x10b and x12a of PostgreSQL\n',
      stderr: expect.stringContaining('basecase lines undo 1'),
    });
    await lines('split', 'x10a', 'x10b', '--product', 'postgresql');
    expect((await lines('undo', '2')).stdout).toBe('undone: decision 2: split x10a and x10b of PostgreSQL\n');
    expect(await rows('history')).toEqual([
      expect.stringMatching(/^2\tPostgreSQL\tsplit\tx10a\tx10b\tlocal\t20.*\tby local, 20/),
      expect.stringMatching(/^1\tPostgreSQL\tjoin\tx10b\tx12a\tlocal\t20\S+\t?$/),
    ]);
  });

  it('shows what an upgrade would move before it moves', async () => {
    await bench.database.pool.query('DELETE FROM line_decisions');
    await bench.database.pool.query(
      'UPDATE heatmaps SET lines = NULL, lines_decided_at = NULL, stale_since = NULL',
    );
    await bench.database.pool.query(`UPDATE regressions SET last_seen = '17.0'`);
    expect((await lines()).stderr).toContain('basecase lines --preview');
    const preview = await lines('--preview');
    expect(preview.stdout).toMatch(
      /^pn53, .*: PostgreSQL x10a → x10b; 1 record moves\n {2}moves: PostgreSQL t0, /,
    );
    expect((await lines('--apply')).stdout).toBe(preview.stdout);
    expect((await bench.list())[0]).toMatchObject({ lastSeen: '18.0' });
    expect((await lines('--preview')).stdout).toBe('Nothing moves.\n');
  });

  it.each([
    [['join', 'x10a', 'nope'], 'Say which product has x10a and nope'],
    [['join', 'x10a', 'nope', '--product', 'PostgreSQL'], 'No config "nope"'],
    [['split', 'x10a', 'x10b', '--product', 'nope'], 'No product "nope"'],
    [['step', 'x10a', 'x10b'], 'No step: a config step needs a config with the name of a successor'],
    [['undo', '99'], 'No decision 99'],
    [['--preview', '--apply'], 'Use --preview first'],
    [['--preview', '--url', 'http://127.0.0.1:1'], 'open /lines'],
  ])('exits 1 for %j', async (args, message) => {
    expect(await lines(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});
