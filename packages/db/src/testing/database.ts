import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../../../tools/prisma/migrate.mjs';
import { type Database, openDatabase } from '../database';
import { startEmbeddedServer } from './embedded-server';

/** A migrated, empty database of its own for one test file. */
export interface TestDatabase extends Database {
  /** Closes it and drops it. */
  drop(): Promise<void>;
}

/**
 * Makes a fresh database on a real PostgreSQL: on the server of TEST_DATABASE_URL when it is set (the test command
 * starts one for all files), else on one that is started here.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const given = process.env['TEST_DATABASE_URL'];
  const embedded = given ? null : await startEmbeddedServer();
  const admin = given ?? embedded?.url ?? '';
  const name = `basecase_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(admin, `CREATE DATABASE ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  await migrate(url.href);
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
      await onServer(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await embedded?.stop();
    },
  };
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
