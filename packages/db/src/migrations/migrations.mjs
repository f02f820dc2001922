// The history of a database: which migrations it has, and whether this version of Basecase knows them. Plain JavaScript
// without packages, because what starts the project runs before anything is compiled. Types: migrations.d.mts.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { distribute } from './distribute.mjs';

/** The advisory lock that `prisma migrate` takes: two starts at once wait for each other. */
export const PRISMA_LOCK = 72707369;

/** Prisma's own table, so that `prisma migrate status`, `deploy` and `dev` carry on from it. */
export const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** There while a restore is under way: its tables are made, and its rows are not there yet. */
export const RESTORE_MARKER = '_basecase_restore';

const WAY_BACK =
  'start the newer version again; or, for this version, restore a backup that was made before the upgrade into an ' +
  'empty database: npx basecase restore FILE (docs/how-to/operations.md).';

/** The migrations of a database and those of this version do not go together. Nothing was changed. */
export class MigrationError extends Error {
  /**
   * @param {string} message what is wrong
   * @param {string} hint what to do
   */
  constructor(message, hint) {
    super(message);
    this.name = 'MigrationError';
    this.hint = hint;
  }
}

/** The migrations that this version brings, in order. */
export async function readMigrations(directory) {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Whether a connection other than this one holds the lock of migrations and restores. */
const IS_AT_WORK = `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
  AND classid = 0 AND objid = $1 AND pid <> pg_backend_pid()
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS found`;

/** The problem of a database whose restore was not finished, with advice; null for any other database. */
export async function findUnfinishedRestore(client) {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [RESTORE_MARKER]);
  if (!rows[0].found) return null;
  const { rows: locks } = await client.query(IS_AT_WORK, [PRISMA_LOCK]);
  return locks[0].found
    ? { problem: 'A restore into this database is under way.', hint: 'wait for its end.' }
    : {
        problem: 'A restore into this database was not finished.',
        hint: 'run it again, which starts over: npx basecase restore FILE',
      };
}

/** Refuses a database that a restore was begun in and not finished: empty tables would be taken for all there is. */
export async function requireNoRestore(client) {
  const found = await findUnfinishedRestore(client);
  if (found) throw new MigrationError(found.problem, found.hint);
}

/** The recorded migrations of a database in the order of names; empty if it was never migrated. */
export async function readApplied(client) {
  const { rows: tables } = await client.query(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  );
  if (!tables[0].found) return [];
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

/**
 * Refuses a history that this version cannot carry on from.
 *
 * @returns the migrations that the database lacks
 */
export function pendingMigrations(known, applied, { whose = 'This database', wayOut = WAY_BACK } = {}) {
  const names = new Set(known.map(({ name }) => name));
  // First what is newer: a newer version may have failed half-way, and repairing it is that version's business.
  const newer = applied.filter(({ name }) => !names.has(name));
  if (newer.length > 0) {
    throw new MigrationError(
      `${whose} is of a newer version of Basecase: this version does not know ${listed(newer)}.`,
      wayOut,
    );
  }
  const failed = applied.find(({ finished }) => !finished);
  if (failed) {
    throw new MigrationError(
      `Migration ${failed.name} failed half-way in an earlier start.`,
      `repair the cause, then run: npx prisma migrate resolve --rolled-back ${failed.name}`,
    );
  }
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const changed = known.filter(
    ({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum,
  );
  if (changed.length > 0) {
    throw new MigrationError(
      `${listed(changed)} was edited after it was applied: the tables are not what this version expects.`,
      `put prisma/migrations back as it was (git checkout). If it is another version of Basecase: ${wayOut}`,
    );
  }
  return known.filter(({ name }) => !checksums.has(name));
}

/**
 * Applies migrations in order. On a cluster of Citus, tables are distributed as soon as they can be: each migration
 * then meets the tables as it would on a cluster that was there before it.
 *
 * @param options evenFilled: see `distribute`
 * @returns a message for the operator, null for none
 */
export async function applyMigrations(client, migrations, options = {}) {
  for (const migration of migrations) {
    await distribute(client, options);
    await applyMigration(client, migration);
  }
  return distribute(client, options);
}

/** Applies one migration. The simple protocol makes the whole file one transaction: it is applied, or it is not. */
async function applyMigration(client, { name, sql, checksum }) {
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  try {
    await client.query(sql);
  } catch (error) {
    // In a transaction of the caller's this cannot be noted, and need not be: nothing stays.
    await client
      .query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String(error)])
      .catch(() => {});
    throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error });
  }
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

function listed(migrations) {
  return migrations.map(({ name }) => name).join(', ');
}
