import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange, withoutEpoch } from '../epochs/changes';
import { takeImportLock } from '../import/import-lock';

/** Works in a transaction in turn with imports; `isApplied` false takes everything back. */
export async function inTurn<T>(
  database: Database,
  isApplied: boolean,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const locked = async (client: PoolClient) => {
    await takeImportLock(client);
    return work(client);
  };
  return isApplied ? inChange(database, locked) : takenBack(database, locked);
}

async function takenBack<T>({ pool }: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    return await withoutEpoch(client, () => work(client));
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      // The connection itself is gone: the server rolls back, and the pool must not reuse it.
      broken = error;
    });
    client.release(broken);
  }
}
