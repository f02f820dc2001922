import type { PoolClient } from 'pg';
import { ADVISORY } from '../advisory-locks';
import { IS_CLUSTER } from '../cluster';
import { type Database, inTransaction } from '../database';

/*
 * On a cluster of Citus a commit becomes visible on one node after the other, on the coordinator, which has the
 * epochs, first;
 * but its locks are released only when all nodes have it. Writers take a lock with an epoch, and readers of epochs
 * wait for it, so an epoch is never visible before the rows written with it. One PostgreSQL shows all of a commit at
 * once, without waiting.
 */

/** Before a transaction takes its epoch. */
export async function lockEpochs(client: PoolClient): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock($1) WHERE ${IS_CLUSTER}`, [ADVISORY.epochs]);
}

/**
 * SQL that waits until what has an epoch is visible on every node. @param lock of `ADVISORY`: number of the parameter
 */
export const waitedFor = (lock: number) =>
  `(SELECT CASE WHEN ${IS_CLUSTER} THEN pg_advisory_xact_lock_shared($${lock}) END)`;

/** Does something while no write of what is shown is visible on one node and not yet on another. */
export async function atRest<T>(database: Pick<Database, 'pool'>, work: () => Promise<T>): Promise<T> {
  return inTransaction(database, async (client) => {
    await client.query(`SELECT ${waitedFor(1)}`, [ADVISORY.epochs]);
    return work();
  });
}
