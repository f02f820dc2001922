import type { PoolClient } from 'pg';

/** An arbitrary number that means "an import is writing", to PostgreSQL's advisory locks. */
const IMPORT_LOCK = 5_150_418;

/**
 * Lets one import write at a time, until the end of its transaction. Reading and parsing, which take nearly all of
 * the time, still overlap. In return an import can look before it inserts (servers, workloads, slugs, runs that
 * share logs) and two imports cannot deadlock over the rows that they both complete.
 */
export async function takeImportLock(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
}
