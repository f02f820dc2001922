import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { checkMigrations } from './check-migrations';

let database: TestDatabase;
let known: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
  );
  known = rows.map(({ name }) => name);
});
afterAll(() => database.drop());

it('finds nothing where the database is of this version', async () => {
  expect(known.length).toBeGreaterThan(5);
  expect(await checkMigrations(database, known)).toEqual({ pending: [], unknown: [] });
});

it('names what a database lacks, has half, or has of a newer version', async () => {
  const newest = known.at(-1) ?? '';
  const gap = await checkMigrations(database, [...known.slice(0, -1), '20990101000000_later']);
  expect(gap).toEqual({ pending: ['20990101000000_later'], unknown: [newest] });
  await database.pool.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [
    newest,
  ]);
  expect(await checkMigrations(database, known)).toEqual({ pending: [newest], unknown: [] });
});
