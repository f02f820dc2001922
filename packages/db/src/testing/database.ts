import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../database';
import { PLACES } from '../migrations/distribute.mjs';

/** A separate, migrated, empty database for one test file. */
export interface TestDatabase extends Database {
  /** Closes it and drops it. */
  drop(): Promise<void>;
}

/**
 * Makes a fresh database on a real PostgreSQL, as a copy of one that is migrated: 30 ms instead of 300. On a cluster of
 * Citus each node copies its part.
 * Vitest's global setup names the servers and the template.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(process.env['TEST_DATABASE_TEMPLATE']);
}

/** One without tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf(process.env['TEST_DATABASE_EMPTY'] ?? 'template1');
}

/** One without tables of one PostgreSQL, also where the tests run on a cluster. */
export async function createLoneDatabase(): Promise<TestDatabase> {
  return copyOf('template0');
}

async function copyOf(template: string | undefined): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: admin } = process.env;
  if (!admin || !template) throw new Error('Run tests that need a database in the Vitest project `int`.');
  const name = `basecase_test_${randomUUID().replaceAll('-', '')}`;
  await onServers(admin, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const database = openDatabase(url.href);
  return {
    url: database.url,
    pool: database.pool,
    // A getter: the client is made when a test first needs it.
    get prisma() {
      return database.prisma;
    },
    close: () => database.close(),
    async drop() {
      await database.close();
      // A cluster has background workers that reconnect as soon as they are ended.
      if (isOnCitus()) await onServers(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await untilLeft(() => onServers(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** PostgreSQL waits five seconds for those whom it sends away. On a busy machine one of a cluster takes longer. */
const DROP_TRIES = 4;

async function untilLeft(drop: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await drop();
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || tries === DROP_TRIES) throw error;
    }
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const OBJECT_IN_USE = '55006';

/**
 * Empties tables with all that point to them, and restarts their sequences. Rows of tests are few: to cut off the files of forty
 * tables takes twenty times as long as to delete them, and on a cluster seconds.
 *
 * @param tables those at the top: what points to them is emptied too
 */
export async function clearTables({ pool }: Database, tables: readonly string[]): Promise<void> {
  if (!isOnCitus()) {
    await pool.query(`DO $$
      DECLARE cleared regclass;
      BEGIN
        -- No trigger asks what a row leaves behind: all that points to it goes, too.
        SET LOCAL session_replication_role = replica;
        FOR cleared IN
          WITH RECURSIVE reached AS (
            SELECT unnest('{${tables.join()}}'::regclass[])::oid AS id
            UNION SELECT conrelid FROM pg_constraint JOIN reached ON confrelid = id WHERE contype = 'f')
          SELECT id FROM reached
        LOOP
          EXECUTE 'DELETE FROM ' || cleared;
          PERFORM setval(objid::regclass, 1, false) FROM pg_depend JOIN pg_class ON pg_class.oid = objid
            WHERE refclassid = 'pg_class'::regclass AND refobjid = cleared AND deptype IN ('a', 'i') AND relkind = 'S';
        END LOOP;
      END $$`);
    return;
  }
  const cleared = Object.keys(PLACES).filter((table) => PLACES[table] !== 'local' || tables.includes(table));
  const deletes = cleared.toReversed().map((table) => `DELETE FROM ${table}`);
  await pool.query([...deletes, RESTART_SEQUENCES].join('; '));
}

const RESTART_SEQUENCES = `SELECT setval(oid::regclass, 1, false) FROM pg_class
  WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`;

/** Whether tests run on a cluster of Citus. */
export const isOnCitus = () => Boolean(process.env['TEST_DATABASE_WORKERS']);

/** On the server of the tests, and on the workers of a cluster after it: it connects to them, and they to none. */
async function onServers(admin: string, sql: string): Promise<void> {
  const workers = process.env['TEST_DATABASE_WORKERS']?.split(' ') ?? [];
  for (const url of [admin, ...workers]) await onServer(url, sql);
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
