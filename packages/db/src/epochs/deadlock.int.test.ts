import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { inChange, noteListed } from './changes';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`INSERT INTO products (name) VALUES ('a')`);
  await database.pool.query(`INSERT INTO servers (slug, name, cores) VALUES ('a', 'a', 1)`);
});
afterAll(() => database.drop());

const LOCKS = ['UPDATE products SET name = name', 'UPDATE servers SET cores = cores + 1'] as const;

it('two changes that wait for each other are both stored, the one that was ended a second time', async () => {
  let waiting = 0;
  let go = () => {};
  const both = new Promise<void>((resolve) => {
    go = resolve;
  });
  let tries = 0;
  const change = (first: string, second: string) =>
    inChange(database, async (client: PoolClient) => {
      tries += 1;
      await client.query(first);
      waiting += 1;
      if (waiting === 2) go();
      await both;
      await client.query(second);
      noteListed(client);
    });
  await Promise.all([change(LOCKS[0], LOCKS[1]), change(LOCKS[1], LOCKS[0])]);
  // Both are ended where both notice at the same moment.
  expect(tries).toBeGreaterThan(2);
  const { rows } = await database.pool.query('SELECT cores FROM servers');
  expect(rows).toEqual([{ cores: 3 }]);
});

it('what fails otherwise fails at once', async () => {
  let tries = 0;
  const change = inChange(database, async (client) => {
    tries += 1;
    await client.query('SELECT 1 / 0');
  });
  await expect(change).rejects.toThrow('division by zero');
  expect(tries).toBe(1);
});
