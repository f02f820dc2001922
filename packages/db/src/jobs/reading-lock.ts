import type { PoolClient } from 'pg';
import { ADVISORY } from '../advisory-locks';
import type { Database } from '../database';
import { findValue } from '../rows';

/**
 * Held by a reader for as long as its upload is in the state `reading`. It belongs to the connection, so PostgreSQL
 * itself gives it back when the process ends in any way: so others know that reading has ended.
 */
export interface ReadingLock {
  /** False after its connection was lost, and the lock with it: another reader may have the upload by now. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Waits until no other reader has this upload. */
export async function takeReadingLock(database: Database, uploadId: number): Promise<ReadingLock> {
  const client = await database.pool.connect();
  await asked(client, client.query('SELECT pg_advisory_lock($1, $2)', [ADVISORY.reading, uploadId]));
  return toLock(client, uploadId);
}

/** Null while it is being read. */
export async function tryReadingLock(database: Database, uploadId: number): Promise<ReadingLock | null> {
  const client = await database.pool.connect();
  const sql = 'SELECT pg_try_advisory_lock($1, $2) AS taken';
  const taken = await asked(client, findValue<boolean>(client, sql, [ADVISORY.reading, uploadId]));
  if (taken) return toLock(client, uploadId);
  client.release();
  return null;
}

/** A connection whose question fails does not stay away from the pool, which would be empty after some of them. */
async function asked<T>(client: PoolClient, answer: Promise<T>): Promise<T> {
  return answer.catch((error: Error) => {
    client.release(error);
    throw error;
  });
}

function toLock(client: PoolClient, uploadId: number): ReadingLock {
  let broken: Error | undefined;
  // The connection is idle while the upload is read: a server that ends it then must not end this process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  return {
    async isHeld() {
      await client.query('SELECT 1').catch(onError);
      return broken === undefined;
    },
    async release() {
      await client.query('SELECT pg_advisory_unlock($1, $2)', [ADVISORY.reading, uploadId]).catch(onError);
      client.off('error', onError);
      client.release(broken);
    },
  };
}
