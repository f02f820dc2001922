import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/upload-bench';
import { lockEpochs } from './epoch-lock';
import { readEpochs } from './read-epochs';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const WAITING = `SELECT count(*)::int AS waiting FROM pg_locks
  WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

it('a transaction that took an epoch keeps readers of epochs back until it has ended', async () => {
  const before = await readEpochs(database);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await lockEpochs(client);
    let isAnswered = false;
    const asked = readEpochs(database).then((epochs) => {
      isAnswered = true;
      return epochs;
    });
    await until(
      async () => (await client.query<{ waiting: number }>(WAITING)).rows[0]?.waiting,
      (waiting) => waiting === 1,
    );
    expect(isAnswered).toBe(false);
    await client.query('COMMIT');
    expect(await asked).toEqual(before);
  } finally {
    client.release(true);
  }
});
