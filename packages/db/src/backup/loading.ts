import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { getValue, listRows, listValues } from '../rows';
import { columnList, quoted } from './catalog';
import { BackupError, type End, type Manifest } from './format';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Makes the tables ready to take rows in any order, as they were. Foreign keys are dropped, and made again after
 * loading, when PostgreSQL checks every row; triggers rest, because what they would note is in the backup. Neither
 * needs more than the rights of the tables' owner. Checks, unique keys and NOT NULL hold all the time.
 *
 * @returns what `finishLoading` makes again
 */
export async function beginLoading(client: PoolClient, manifest: Manifest): Promise<ForeignKey[]> {
  const rows = await listRows<ForeignKey>(
    client, // Of pg_class, Citus shows the tables and not their shards.
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
     ORDER BY conrelid::regclass::text, conname`,
  );
  for (const { table, name } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  }
  const tables = manifest.tables.map(({ name }) => quoted(name));
  for (const table of await listTriggered(client))
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  // Rows that a migration itself makes are in the backup.
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY`);
  return rows;
}

/** Tables with triggers, which older versions had; a cluster of Citus has none, and refuses to have them rest. */
async function listTriggered(client: PoolClient): Promise<string[]> {
  return listValues<string>(
    client,
    `SELECT DISTINCT tgrelid::regclass::text AS table FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
}

/** @throws BackupError when PostgreSQL refuses a row */
export async function loadRows(
  client: PoolClient,
  { name, columns }: Manifest['tables'][number],
  text: Buffer,
): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${quoted(name)} (${columnList(columns)}) FROM STDIN`));
  try {
    await pipeline(Readable.from([text]), copy);
  } catch (cause) {
    throw new BackupError(`rows of ${name} are refused: ${(cause as Error).message}.`, { cause });
  }
}

/** @throws BackupError when rows point nowhere, or are not as many as they were */
export async function finishLoading(
  client: PoolClient,
  { manifest, end, foreignKeys }: { manifest: Manifest; end: End; foreignKeys: readonly ForeignKey[] },
): Promise<void> {
  for (const { table, name, definition } of foreignKeys) {
    await client
      .query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`)
      .catch((cause: Error & { detail?: string }) => {
        const which = cause.detail ? ` ${cause.detail}` : '';
        throw new BackupError(
          `rows of ${table} point to rows that are not there: ${cause.message}.${which}`,
          { cause },
        );
      });
  }
  for (const table of await listTriggered(client))
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { name } of manifest.tables) {
    const count = await getValue<number>(client, `SELECT count(*) FROM ${quoted(name)}`);
    if (count === end.rows[name]) continue;
    throw new BackupError(`${name} has ${count} rows after loading, and had ${end.rows[name]}.`);
  }
  for (const { name, value, called } of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called]);
  }
}
