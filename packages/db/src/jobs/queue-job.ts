import { makeWorkerUtils } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { type Database, inTransaction } from '../database';
import { findValue } from '../rows';
import { endFailed, endLost } from './upload-states';

/** Name of the task in the queue; its payload is `{ uploadId }`. */
export const INGEST_TASK = 'ingest';

/** Databases whose queue has its tables; asked once per process. */
const prepared = new WeakMap<Pool, Promise<void>>();

/** Makes the tables of the queue unless they are there. */
export async function prepareQueue({ pool }: Database): Promise<void> {
  let done = prepared.get(pool);
  if (!done) {
    done = migrateQueue(pool);
    prepared.set(pool, done);
    done.catch(() => prepared.delete(pool));
  }
  return done;
}

async function migrateQueue(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
}

/**
 * Adds the job that reads an upload, in the transaction that makes it `queued`: both are true, or neither. Wants
 * `prepareQueue` before the transaction.
 */
export async function addIngestJob(client: PoolClient, uploadId: number): Promise<void> {
  // The same upload twice in the queue is one job. What failed to be read fails again: it is not tried again, and a
  // reader that ended without an answer is noticed by recoverUploads().
  await client.query(
    `SELECT FROM graphile_worker.add_job($1, json_build_object('uploadId', $2::bigint),
       job_key := $3, max_attempts := 1)`,
    [INGEST_TASK, uploadId, `ingest-${uploadId}`],
  );
}

/** An upload that ended this many readers is not given to another. */
export const MAX_LOST_READERS = 3;

/** Puts an upload whose reader ended without an answer back into the queue, or gives it up. */
export async function queueAgain(database: Database, uploadId: number): Promise<void> {
  await prepareQueue(database);
  await inTransaction(database, async (client) => {
    const lost = await findValue<number>(
      client,
      `SELECT lost_readers AS lost FROM uploads WHERE id = $1 AND state = 'reading' FOR UPDATE`,
      [uploadId],
    );
    if (lost === null) return;
    if (lost + 1 >= MAX_LOST_READERS) {
      const message = `The process that read it died ${MAX_LOST_READERS} times before it finished.`;
      return endFailed(client, uploadId, { code: 'READER_LOST', message });
    }
    if (await endLost(client, uploadId)) await addIngestJob(client, uploadId);
  });
}
