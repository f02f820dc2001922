import type { PoolClient } from 'pg';

/** An arbitrary number that means "an epoch becomes visible", to PostgreSQL's advisory locks. */
export const EPOCH_LOCK = 5_150_419;

/**
 * Before a transaction takes its epoch. On a cluster of Citus a commit becomes visible on one node after the other, on the
 * coordinator, which has the epochs, first; but its locks are released only when all nodes have it. Who reads the epochs
 * waits for this one, so nobody sees an epoch before the rows that were written with it.
 */
export async function lockEpochs(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [EPOCH_LOCK]);
}
