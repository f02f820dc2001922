/**
 * Applies prisma/migrations/*\/migration.sql without the Prisma CLI: only `pg` is needed, and 0.25 s instead of 2 s.
 * It records them in Prisma's own table with Prisma's checksums, so that `prisma migrate status`, `deploy` and `dev`
 * carry on from it.
 *
 * As a command: DATABASE_URL=postgresql://… node tools/prisma/migrate.mjs
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

const MIGRATIONS = path.join(import.meta.dirname, '../../prisma/migrations');

/** The advisory lock that `prisma migrate` takes: two starts at once wait for each other. */
const PRISMA_LOCK = 72707369;

const CREATE_LOG = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** @returns checksums by name of the migrations that were applied; throws when one failed half-way earlier */
async function readApplied(client) {
  const { rows } = await client.query(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const failed = rows.find((row) => !row.finished_at);
  if (failed) {
    throw new Error(
      `Migration ${failed.migration_name} failed earlier. Repair the database, then run ` +
        `npx prisma migrate resolve --rolled-back ${failed.migration_name}`,
    );
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** One migration. The simple protocol makes the whole file one transaction: it is applied, or it is not. */
async function apply(client, { name, sql, checksum }) {
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  try {
    await client.query(sql);
  } catch (error) {
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String(error)]);
    throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error });
  }
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

async function readMigrations(directory) {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Brings a database to the newest migration. Safe to repeat and to run from several processes at once.
 *
 * @param url of an existing database
 * @param directory with one folder per migration
 * @returns names of the migrations that were applied now
 */
export async function migrate(url, directory = MIGRATIONS) {
  const migrations = await readMigrations(directory);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await client.query(CREATE_LOG);
    const applied = await readApplied(client);
    const changed = migrations.find(
      ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
    );
    if (changed)
      throw new Error(`Migration ${changed.name} was edited after it was applied to this database.`);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const isCommand = process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isCommand) {
  if (!process.env.DATABASE_URL) throw new Error('Set DATABASE_URL to the database to migrate.');
  const names = await migrate(process.env.DATABASE_URL);
  console.log(names.length > 0 ? `Applied ${names.join(', ')}` : 'The database is up to date.');
}
