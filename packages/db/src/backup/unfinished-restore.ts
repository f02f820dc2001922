import type { PoolClient } from 'pg';
import { RESTORE_MARKER } from '../migrations/migrations.mjs';

/*
 * Tables cannot be created in the transaction of the rows: before PostgreSQL 17 a value that was added to an
 * enumeration can be
 * used only when that was committed. So a table of one row says, from before the first table to the transaction of the
 * rows, that a restore is under way, and what was there before it; `npm start`, workers and commands refuse such a
 * database, and the next restore starts over.
 */

/** Types and functions of the schema that belong to no extension; types of tables go with their tables. */
const TYPES = `SELECT oid FROM pg_type WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('e', 'd')`;
const FUNCTIONS = `SELECT oid FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`;
const TABLES = `SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`;

/** Notes that a restore begins. */
export async function markRestore(client: PoolClient): Promise<void> {
  await client.query(
    `CREATE TABLE ${RESTORE_MARKER} AS SELECT now() AS begun_at,
       ARRAY(${TABLES}) AS tables, ARRAY(${TYPES}) AS types, ARRAY(${FUNCTIONS}) AS functions`,
  );
}

/** Part of the transaction that makes a restore whole. */
export async function unmarkRestore(client: PoolClient): Promise<void> {
  await client.query(`DROP TABLE ${RESTORE_MARKER}`);
}

/**
 * Removes what a restore made that was not finished: only what was not there before it. Does nothing without one.
 * No row is lost, because the rows of a restore are visible only when it is finished.
 */
export async function clearUnfinished(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS found`, [
    RESTORE_MARKER,
  ]);
  if (!rows[0]?.found) return;
  const made = await client.query<{ drop: string }>(
    `SELECT 'TABLE ' || oid::regclass AS drop FROM (${TABLES}) AS now
       WHERE oid <> ALL (SELECT unnest(tables) FROM ${RESTORE_MARKER})
     UNION ALL SELECT 'FUNCTION ' || oid::regprocedure FROM (${FUNCTIONS}) AS now
       WHERE oid <> ALL (SELECT unnest(functions) FROM ${RESTORE_MARKER})
     UNION ALL SELECT 'TYPE ' || oid::regtype FROM (${TYPES}) AS now
       WHERE oid <> ALL (SELECT unnest(types) FROM ${RESTORE_MARKER})`,
  );
  // The marker is the last: killed in between, this is done again.
  const marker = `TABLE ${RESTORE_MARKER}`;
  await client.query('BEGIN');
  for (const { drop } of made.rows) if (drop !== marker) await client.query(`DROP ${drop} CASCADE`);
  await client.query(`DROP ${marker}`);
  await client.query('COMMIT');
}
