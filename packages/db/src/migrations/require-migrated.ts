import { requireSessions } from '../connection.mjs';
import type { Database } from '../database';
import { orderVersions } from '../regressions/order-versions';
import {
  MigrationError,
  pendingMigrations,
  readApplied,
  readMigrations,
  requireNoRestore,
} from './migrations.mjs';

/**
 * Makes sure that a database has exactly the tables that this version works with, before anything is written: a newer
 * version may have given a column another meaning, which no statement would notice. Then versions are put in the order of this
 * program.
 *
 * @param directory with one folder per migration
 * @throws MigrationError with what to do, also for a pooler in transaction mode
 */
export async function requireMigrated(database: Database, directory: string): Promise<void> {
  const { pool } = database;
  await requireSessionsOf(pool);
  await requireNoRestore(pool);
  const [known, applied] = await Promise.all([readMigrations(directory), readApplied(pool)]);
  const pending = pendingMigrations(known, applied);
  if (pending.length === 0) {
    await orderVersions(database);
    return;
  }
  const migrate = 'run "npm start" once, or DATABASE_URL=… node tools/prisma/migrate.mjs, to migrate it';
  if (applied.length === 0) {
    throw new MigrationError(
      'The database has no tables yet.',
      `${migrate}, or restore a backup into it. If there should be tables, correct DATABASE_URL.`,
    );
  }
  const [last] = pending.slice(-1);
  const more = pending.length > 1 ? ` and ${pending.length - 1} before it` : '';
  throw new MigrationError(
    `The database is of an older version of Basecase: it lacks ${last?.name}${more}.`,
    `${migrate}.`,
  );
}

/** @throws MigrationError for a pooler in transaction or statement mode: locks of a session would stay in its connections */
export async function requireSessionsOf(pool: Database['pool']): Promise<void> {
  const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    await requireSessions(first, second);
  } finally {
    first.release();
    second.release();
  }
}
