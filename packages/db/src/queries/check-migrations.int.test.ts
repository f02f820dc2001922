import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRISMA_LOCK, RESTORE_MARKER } from '../migrations/migrations.mjs';
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
  expect(await checkMigrations(database, known)).toEqual({ restore: null, pending: [], unknown: [] });
});

it('names what a database lacks, has half, or has of a newer version', async () => {
  const newest = known.at(-1) ?? '';
  const gap = await checkMigrations(database, [...known.slice(0, -1), '20990101000000_later']);
  expect(gap).toEqual({ restore: null, pending: ['20990101000000_later'], unknown: [newest] });
  await database.pool.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [
    newest,
  ]);
  expect(await checkMigrations(database, known)).toEqual({ restore: null, pending: [newest], unknown: [] });
});

it('tells a restore that is under way from one that was stopped', async () => {
  await database.pool.query(`CREATE TABLE ${RESTORE_MARKER} ()`);
  const restoring = await database.pool.connect();
  const restore = async () => (await checkMigrations(database, known)).restore;
  await restoring.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
  expect(await restore()).toBe('A restore into this database is under way. What to do: wait for its end.');
  await restoring.query('SELECT pg_advisory_unlock($1)', [PRISMA_LOCK]);
  restoring.release();
  expect(await restore()).toMatch(/was not finished\. What to do: run it again/);
});
