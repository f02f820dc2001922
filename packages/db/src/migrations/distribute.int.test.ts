import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTables } from '../backup/catalog';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { PLACES } from './distribute.mjs';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('says of every table where it is on a cluster, those that others point to first', async () => {
  const client = await database.pool.connect();
  const tables = await listTables(client).finally(() => client.release());
  // Tables that backups leave out.
  const unsaved = ['sessions', 'packs', 'packed_blobs'];
  expect(Object.keys(PLACES).sort()).toEqual([...tables.map(({ name }) => name), ...unsaved].sort());
  const { rows } = await database.pool.query<{ table: string; target: string }>(
    `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target FROM pg_constraint
       JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid <> confrelid`,
  );
  const order = Object.keys(PLACES);
  for (const { table, target } of rows) {
    // A row on a node can refer to copied tables, or to colocated ones.
    const isNear = PLACES[target] === 'reference' || PLACES[target] === PLACES[table];
    expect({ table, target, isNear }).toEqual({ table, target, isNear: true });
    expect({ table, target, isLater: order.indexOf(table) > order.indexOf(target) }).toMatchObject({
      isLater: true,
    });
  }
});

it('has the column that a table is cut by in each of its unique keys', async () => {
  const { rows } = await database.pool.query<{ table: string; key: string; columns: string[] }>(
    `SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS key,
       array_agg(attname::text) AS columns
     FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
     WHERE indisunique AND indrelid::regclass::text = ANY ($1) GROUP BY 1, 2`,
    [Object.keys(PLACES)],
  );
  expect(rows.length).toBeGreaterThan(Object.keys(PLACES).length);
  for (const { table, key, columns } of rows) {
    const place = PLACES[table] ?? '';
    if (place === 'reference' || place === 'local') continue;
    expect({ key, columns }).toEqual({ key, columns: expect.arrayContaining([place]) });
  }
});
