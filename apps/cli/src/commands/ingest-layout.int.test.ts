import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeTree } from '../testing/run-directory';

let database: TestDatabase;
let cwd = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ path: cwd, remove } = await makeTemporaryDirectory());
});
afterAll(async () => {
  await remove();
  await database.drop();
});

/** With answers there is a terminal. */
function typed(answers: string[] | undefined, ...args: string[]) {
  const env = { DATABASE_URL: database.url, BASECASE_BLOBS: join(cwd, 'blobs') };
  return runCaptured(['ingest', ...args], { cwd, env, ...(answers && { answers }) });
}

const ingest = (...args: string[]) => typed(undefined, ...args);

describe('basecase ingest of results whose relation is unknown', () => {
  const PATHS = ['alpha', 'beta'].map((word) => `mysql80/${word}/thr16.txt`);
  const configs = async () => {
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM configs ORDER BY name');
    return rows.map(({ name }) => name);
  };

  it('stores nothing without an answer, and names the options that answer', async () => {
    await writeTree(join(cwd, 'open'), PATHS);
    const { code, stderr } = await ingest('open', '--server', 'laid-out');
    expect(code).toBe(5);
    expect(stderr).toContain('2 experiments share this cell. What distinguishes them?');
    expect(stderr).toContain("--layout '{product}{version}/{config}/thr{clients}.txt'");
    expect(stderr).toContain('--keep-separate');
    expect(stderr).toContain('nothing was stored');
    expect((await typed(['q'], 'open', '--server', 'laid-out')).code).toBe(5);
    expect(await configs()).not.toContain('alpha');
  });

  it('asks on a terminal, and takes the same layout for the server the next time', async () => {
    const first = await typed(['c', 'd', ''], 'open', '--server', 'laid-out');
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('?1  alpha  beta\n');
    expect(first.stdout).toContain('machine laid-out: [d]edicated  [v]irtual');
    const kinds = await database.pool.query(
      `SELECT machine_kind AS kind FROM servers WHERE name = 'laid-out'`,
    );
    expect(kinds.rows).toEqual([{ kind: 'dedicated' }]);
    expect(first.stdout).toMatch(
      /FILES +PRODUCT +VERSION +CONFIG +CLIENTS +REPEATS\n.*8\.0\/alpha|80\/alpha +x1 +MySQL +8\.0 +alpha +16 +1/,
    );
    expect(first.stdout).toContain('Add all 2? [Y/n]');
    expect(first.stdout).toContain(
      "next time  --layout '{product}{version}/{config}/thr{clients}.txt' --machine dedicated --yes",
    );
    expect(await configs()).toEqual(expect.arrayContaining(['alpha', 'beta']));
    await writeTree(
      join(cwd, 'later'),
      ['delta', 'gamma', 'omega'].map((word) => `mysql80/${word}/thr16.txt`),
    );
    const second = await ingest('later', '--server', 'laid-out');
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringContaining('read with the last layout of laid-out'),
    ]);
    expect(await configs()).toEqual(expect.arrayContaining(['delta', 'gamma', 'omega']));
  });

  it('stores nothing where the person declines, and asks nothing with --yes', async () => {
    await writeTree(join(cwd, 'declined'), ['mysql80/cedar/thr16.txt', 'mysql80/maple/thr16.txt']);
    const declined = await typed(['c', 'd', 'n'], 'declined', '--server', 'no-thanks');
    expect([declined.code, declined.stderr]).toEqual([5, expect.stringContaining('nothing was stored')]);
    const silent = await typed([], 'declined', '--server', 'no-thanks', '--yes');
    expect([silent.code, silent.stdout]).toEqual([5, '']);
    expect(await configs()).not.toContain('cedar');
  });

  it('keeps results apart, or joins them as repeats, by an option', async () => {
    await writeTree(join(cwd, 'apart'), ['mysql57/alpha/thr8.txt', 'mysql57/beta/thr8.txt']);
    const { code, stdout } = await ingest('apart', '--server', 'other', '--repeats');
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 results')]);
  });

  it('groups stored results by a layout that comes later, and loses none', async () => {
    const paths = ['gold', 'jade'].map((word) => `mysql84/${word}/thr32.txt`);
    await writeTree(join(cwd, 'regroup'), paths);
    const stored = async () => {
      const { rows } = await database.pool.query<{ config: string | null; results: number }>(
        `SELECT configs.name AS config, (SELECT count(*)::int FROM results WHERE run_id = runs.id) AS results
         FROM runs JOIN servers ON servers.id = server_id JOIN variants ON variants.id = variant_id
         LEFT JOIN configs ON configs.id = config_id WHERE servers.name = 'regrouped' ORDER BY 1`,
      );
      return rows;
    };
    await ingest('regroup', '--server', 'regrouped', '--keep-separate');
    expect(await stored()).toMatchObject([{ results: 1 }, { results: 1 }]);

    const file = join(cwd, 'regroup/basecase.json');
    const layOut = async (part: string) => {
      const layout = `{product}{version}/${part}/thr{clients}.txt`;
      await writeFile(file, JSON.stringify({ basecase: 1, layout }));
      expect((await ingest('regroup', '--server', 'regrouped', '--repeats')).code).toBe(0);
      return stored();
    };
    expect(await layOut('{_}')).toEqual([{ config: null, results: 2 }]);
    expect(await layOut('{config}')).toEqual([
      { config: 'gold', results: 1 },
      { config: 'jade', results: 1 },
    ]);
  });
});
