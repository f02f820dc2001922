import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, inTransaction, openDatabase } from './database';
import { copyRows } from './import/copy-rows';
import { createTestDatabase, isOnCitus, type TestDatabase } from './testing/database';

let database: TestDatabase;
let repeating: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  repeating = openDatabase(database.url, { maxConnections: 1, plans: 'prepared' });
});
afterAll(async () => {
  await repeating.close();
  await database.drop();
});

/** Prepared statements of the connection with their number of executions. */
const prepared = async (client: PoolClient) => {
  const { rows } = await client.query<{ text: string; times: number }>(
    'SELECT statement AS text, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements ORDER BY prepare_time',
  );
  return rows;
};

const ADD = 'SELECT $1::int + 1 AS sum';
const DIVIDE = 'SELECT 10 / $1::int AS quotient';

it.skipIf(isOnCitus())('prepares a statement once, whatever became of it', async () => {
  const failing = inTransaction(repeating, (client) => client.query(DIVIDE, [0]));
  await expect(failing).rejects.toThrow(/division by zero/);
  await inTransaction(repeating, async (client) => {
    for (const value of [1, 2, 3]) {
      const { rows } = await client.query<{ sum: number }>(ADD, [value]);
      expect(rows).toEqual([{ sum: value + 1 }]);
    }
    expect((await client.query(DIVIDE, [5])).rows).toEqual([{ quotient: 2 }]);
    // The division by zero was refused while it was planned.
    expect(await prepared(client)).toEqual([
      { text: DIVIDE, times: 1 },
      { text: ADD, times: 3 },
    ]);
  });
  // The pool sends one in a different way.
  expect((await repeating.pool.query(ADD, [4])).rows).toEqual([{ sum: 5 }]);
});

it.skipIf(isOnCitus())('keeps plans without values where it is asked to', async () => {
  const keeping = openDatabase(database.url, { maxConnections: 1, plans: 'kept' });
  try {
    await keeping.pool.query(ADD, [1]);
    const { rows } = await keeping.pool.query(
      'SELECT generic_plans, custom_plans FROM pg_prepared_statements',
    );
    expect(rows).toEqual([{ generic_plans: 1, custom_plans: 0 }]);
  } finally {
    await keeping.close();
  }
});

it('leaves alone what cannot be prepared', async () => {
  const first = { table: 'products', columns: ['name'] };
  await inTransaction(repeating, async (client) => {
    const before = await prepared(client);
    await client.query('SELECT 1; SELECT 2');
    await copyRows(client, first, [['PostgreSQL'], ['MySQL']]);
    expect((await client.query('SELECT name FROM products')).rowCount).toBe(2);
    expect(await prepared(client)).toEqual(before);
  });
});

it.skipIf(isOnCitus())('continues without preparing when texts keep changing', async () => {
  await inTransaction(repeating, async (client) => {
    for (let index = 0; index < 450; index += 1) {
      const { rows } = await client.query(`SELECT $1::int + ${index} AS sum`, [1]);
      expect(rows).toEqual([{ sum: index + 1 }]);
    }
    expect(await prepared(client)).toHaveLength(400);
  });
});
