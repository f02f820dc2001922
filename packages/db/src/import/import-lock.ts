import type { PoolClient } from 'pg';
import { ADVISORY } from '../advisory-locks';
import { IS_CLUSTER } from '../cluster';

/**
 * Keeps others from writing runs until the end of the transaction: for moving or removing them, and for an import
 * that met another one. In return it can look before it inserts (servers, workloads, slugs, runs that share logs).
 */
export async function takeImportLock(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY.imports]);
}

/**
 * Shared lock until the end of the transaction; excludes the whole lock:
 * for imports. What two of them make at once, the constraints of the database refuse to one; see `inImports`.
 *
 * On a cluster of Citus it is the whole lock: a row of a table that every node has a copy of can't be changed by
 * others until the transaction ends, and each import changes its upload first. They would wait for each other there
 * anyway, and each for what another has, as they come to tests, versions and configs in their own order.
 */
export async function shareImportLock(client: PoolClient): Promise<void> {
  await client.query(
    `SELECT CASE WHEN ${IS_CLUSTER} THEN pg_advisory_xact_lock($1) ELSE pg_advisory_xact_lock_shared($1) END`,
    [ADVISORY.imports],
  );
}
