import { openDatabase } from '@basecase/db/database';
import { listRuns } from '@basecase/db/queries/list-runs';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ReadDatabases } from './read-databases';

/*
 * Replicas are separate databases here, whose epoch shows how far they are: the tests check where a question is sent, and
 * each database says its name.
 */
let primary: TestDatabase;
let near: TestDatabase;
let far: TestDatabase;
beforeAll(async () => {
  [primary, near, far] = [await createTestDatabase(), await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  for (const database of [primary, near, far]) await database.drop();
});

const SAME = async () => 'same';

const setEpoch = (database: TestDatabase, newest: number) =>
  database.pool.query('UPDATE epochs SET newest = $1, shared = 1', [newest]);
beforeEach(async () => {
  await setEpoch(primary, 10);
  await setEpoch(near, 10);
  await setEpoch(far, 5);
});

const nameOf = async ({ pool }: Pick<TestDatabase, 'pool'>) =>
  (await pool.query<{ name: string }>('SELECT current_database() AS name')).rows[0]?.name ?? '';
const labelOf = async (name: string) => {
  for (const [label, database] of Object.entries({ primary, near, far }))
    if ((await nameOf(database)) === name) return label;
  return 'unknown';
};
/** Which databases answer so many questions. */
async function askedOf(databases: ReadDatabases, epoch: number, times = 4): Promise<string[]> {
  const names = [];
  for (let time = 0; time < times; time += 1) names.push(await labelOf(await databases.read(epoch, nameOf)));
  return names.sort();
}

it('reads on replicas in turn that have what was written, else on the primary', async () => {
  const databases = new ReadDatabases(primary, [near, far], SAME);
  expect(await askedOf(databases, 5)).toEqual(['far', 'far', 'near', 'near']);
  expect(await askedOf(databases, 10)).toEqual(['near', 'near', 'near', 'near']);
  expect(await askedOf(databases, 11)).toEqual(['primary', 'primary', 'primary', 'primary']);
  await setEpoch(far, 11);
  expect(await askedOf(databases, 11)).toEqual(['far', 'far', 'far', 'far']);
  expect(await askedOf(new ReadDatabases(primary), 5)).toEqual(['primary', 'primary', 'primary', 'primary']);
});

it('leaves out a replica that died, and answers whom it failed', async () => {
  const { url } = near;
  const dead = openDatabase(url.replace(/\/[^/]*$/, '/not_there'));
  const databases = new ReadDatabases(primary, [dead], SAME);
  expect(await askedOf(databases, 5)).toEqual(['primary', 'primary', 'primary', 'primary']);
  await dead.close();

  // By another name: a connection of the other tests that ends here would fail one of them when it is used next.
  const dying = openDatabase(`${url}?application_name=dying`);
  const others = new ReadDatabases(primary, [dying], SAME);
  expect(await askedOf(others, 5, 1)).toEqual(['near']);
  const { rowCount } = await primary.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'dying'",
    [await nameOf(near)],
  );
  expect(rowCount).toBe(1);
  await dying.pool.end();
  expect(await askedOf(others, 5, 1)).toEqual(['primary']);
});

it('reports a replica that lacks a write for more than some seconds, until it has it', async () => {
  const databases = new ReadDatabases(primary, [near, far], SAME);
  const clock = vi.spyOn(Date, 'now');
  try {
    clock.mockReturnValue(1_000_000);
    expect(await databases.findProblems()).toEqual([]);
    clock.mockReturnValue(1_010_000);
    expect(await databases.findProblems()).toEqual([
      expect.stringMatching(/^The replica [^@]+ has lagged for 10 s: little is read there\.$/),
    ]);
    await setEpoch(far, 10);
    expect(await databases.findProblems()).toEqual([]);
  } finally {
    clock.mockRestore();
  }
});

it('gives the mistakes of a question back as they are', async () => {
  const databases = new ReadDatabases(primary, [near], SAME);
  await expect(databases.read(5, (database) => listRuns(database, { cursor: 'x' }))).rejects.toThrow(
    'No page of runs "x".',
  );
  // The replica did not cause that.
  expect(await askedOf(databases, 5, 1)).toEqual(['near']);
});

it('reads nothing on a database that does not replicate the primary, and reports it', async () => {
  const databases = new ReadDatabases(primary, [near]);
  expect(await askedOf(databases, 5)).toEqual(['primary', 'primary', 'primary', 'primary']);
  const [problem] = await databases.findProblems();
  expect(problem).toMatch(/^Nothing is read on the replica [^@]+: it is another database than DATABASE_URL/);
  const itself = openDatabase(primary.url);
  try {
    const replicas = new ReadDatabases(primary, [itself]);
    expect(await replicas.read(5, async ({ url }) => url)).toBe(primary.url);
    expect(await replicas.findProblems()).toEqual([]);
  } finally {
    await itself.close();
  }
});

it('answers on the primary when a replica freezes in the middle', async () => {
  const databases = new ReadDatabases(primary, [near], SAME);
  expect(await askedOf(databases, 5, 1)).toEqual(['near']);
  const asked: string[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answer = databases.read(5, async (database) => {
      asked.push(await labelOf(await nameOf(database)));
      // A frozen server never answers.
      return asked.length === 1 ? new Promise<string>(() => {}) : 'answered';
    });
    await vi.waitUntil(() => asked.length === 1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await answer).toBe('answered');
    expect(asked).toEqual(['near', 'primary']);
  } finally {
    vi.useRealTimers();
  }
});
