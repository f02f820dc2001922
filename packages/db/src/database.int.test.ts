import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction, openDatabase } from './database';
import { createTestDatabase, type TestDatabase } from './testing/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('outlives a connection that the server ends in the middle of a transaction', async () => {
  const broken = inTransaction(database, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const gone = new Promise((resolve) => client.once('end', resolve));
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    // No query is under way when it ends; without a listener the process would end with it.
    await gone;
    await client.query('SELECT 1');
  });
  await expect(broken).rejects.toThrow();
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('is closed when its connections are: who stops the server then ends none', async () => {
  const closing = openDatabase(database.url, { maxConnections: 5 });
  const ended: boolean[] = [];
  closing.pool.on('connect', (client) => {
    const at = ended.push(false) - 1;
    client.once('end', () => {
      ended[at] = true;
    });
  });
  await Promise.all(Array.from({ length: 5 }, () => closing.pool.query('SELECT 1')));
  await closing.close();
  expect(ended).toEqual([true, true, true, true, true]);
});
