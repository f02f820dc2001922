import type { PoolClient } from 'pg';
import { type AppliedMigration, type Migration, pendingMigrations } from '../migrations/migrations.mjs';
import { listTables, quoted } from './catalog';
import { type Manifest, RestoreRefusedError } from './format';

/**
 * Requirements of a backup's schema on a database that may have been migrated already, but holds nothing.
 *
 * @returns the migrations to apply before rows are loaded, and those to apply after
 * @throws MigrationError when the backup is of a newer version; RestoreRefusedError when the database is not empty
 */
export async function planRestore(
  client: PoolClient,
  {
    manifest,
    known,
    applied,
  }: {
    manifest: Manifest;
    known: readonly Migration[];
    applied: readonly AppliedMigration[];
  },
): Promise<{ before: Migration[]; after: Migration[] }> {
  const inBackup = manifest.migrations.map((migration) => ({ ...migration, finished: true }));
  const after = pendingMigrations(known, inBackup, {
    whose: 'This backup',
    wayOut: 'restore it with the version that wrote it, or a newer one.',
  });
  const lead = applied.find(({ name }) => !inBackup.some((migration) => migration.name === name));
  if (lead) {
    throw new RestoreRefusedError(
      `the tables of the database are already those of ${lead.name}, which is newer than the backup. Restore into a database without tables: this version then brings it up to date by itself.`,
    );
  }
  await requireEmpty(client);
  await requireUtf8(client);
  const before = pendingMigrations(known, applied).filter((migration) => !after.includes(migration));
  return { before, after };
}

/** Tables that a migration gives a row. */
const NEVER_EMPTY = new Set(['epochs']);

async function requireEmpty(client: PoolClient): Promise<void> {
  for (const { name } of await listTables(client)) {
    if (NEVER_EMPTY.has(name)) continue;
    const { rows } = await client.query<{ any: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM ${quoted(name)}) AS any`,
    );
    if (!rows[0]?.any) continue;
    throw new RestoreRefusedError(
      `the database is not empty: its table ${name} has rows. Nothing was changed.`,
    );
  }
}

async function requireUtf8(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  if (rows[0]?.server_encoding === 'UTF8') return;
  throw new RestoreRefusedError(
    `the database has the encoding ${rows[0]?.server_encoding}. Make one with UTF8: createdb --encoding UTF8 --template template0 NAME`,
  );
}

/** @throws RestoreRefusedError when the migrations did not make the tables that the backup has */
export async function requireTables(client: PoolClient, manifest: Manifest): Promise<void> {
  const found = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join()]));
  for (const { name, columns } of manifest.tables) {
    const here = found.get(name);
    found.delete(name);
    if (here === columns.join()) continue;
    throw new RestoreRefusedError(
      here === undefined
        ? `the backup has a table ${name}, and its migrations don't make one.`
        : `the table ${name} has the columns ${here} here, and ${columns.join()} in the backup.`,
    );
  }
  const [other] = found.keys();
  if (other === undefined) return;
  throw new RestoreRefusedError(
    `the database has a table ${other} that is not in the backup. Use a database that nothing else is in.`,
  );
}
