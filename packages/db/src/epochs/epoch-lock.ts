import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../database';

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

/** Does something while no write of what is shown is visible on one node and not yet on another. */
export async function atRest<T>(database: Pick<Database, 'pool'>, work: () => Promise<T>): Promise<T> {
  return inTransaction(database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [EPOCH_LOCK]);
    return work();
  });
}
