import type { ClientBase } from 'pg';
import { RESTORE_MARKER } from '../migrations/migrations.mjs';
import { listRows, listValues } from '../rows';
import type { Manifest } from './format';

/**
 * Tables that a backup leaves out, and why. Every other table of the schema is in it, also one that is added later.
 * The job queue is in a separate schema: jobs are made again from the states of uploads and deliveries.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  _prisma_migrations: 'written by the migrations themselves; the manifest lists them',
  [RESTORE_MARKER]: 'only there while a restore is under way',
  packed_blobs:
    'the place of each content in one blob store; a backup has the contents, and a restore packs them again',
  packs: 'the same',
  sessions: 'whoever is signed in signs in again',
};

const TABLES = `
SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> ALL ($1)
  -- What is generated is computed again.
  AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
GROUP BY relname ORDER BY relname COLLATE "C"`;

/** The tables of a backup with their columns, by name. */
export async function listTables(client: ClientBase): Promise<Manifest['tables']> {
  return listRows<{ name: string; columns: string[] }>(client, TABLES, [Object.keys(LEFT_OUT)]);
}

/** How far the sequences are. They stand outside of transactions: read after the snapshot, never behind its rows. */
export async function listSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const names = await listValues<string>(
    client,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const name of names) {
    const state = await listRows<{ value: string; called: boolean }>(
      client,
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted(name)}`,
    );
    for (const each of state) sequences.push({ name, ...each });
  }
  return sequences;
}

/**
 * Text of a session that is the same on every server, whatever its settings are: `1.5`, ISO dates in UTC, hex bytes.
 */
export async function setTextFormat(client: ClientBase): Promise<void> {
  await client.query(
    `SET client_encoding = 'UTF8'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
     SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0;
     SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0`,
  );
}

/** A name from the catalog, or one that the schema of the manifest let through, as an identifier of SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList(columns: readonly string[]): string {
  return columns.map(quoted).join(', ');
}
