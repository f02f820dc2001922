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

/** Marks jobs of large uploads: one reader of each worker leaves them to others, so that small uploads overtake them. */
export const LARGE_FLAG = 'large';
/** Run directories are packed to 1 to 3 MB; a year of nights has more. */
const LARGE_BYTES = 8 * 1024 ** 2;

/**
 * Adds the job that reads an upload, in the transaction that makes it `queued`: both are true, or neither. Wants
 * `prepareQueue` before the transaction.
 *
 * @param mayWait true: all others are read first
 */
export async function addIngestJob(
  client: PoolClient,
  uploadId: number,
  { mayWait = false } = {},
): Promise<void> {
  // The same upload twice in the queue is one job. What failed to be read fails again: it is not tried again, and a
  // reader that ended without an answer is noticed by recoverUploads().
  await client.query(
    `SELECT FROM graphile_worker.add_job($1, json_build_object('uploadId', $2::bigint),
       job_key := $3, max_attempts := 1, priority := $6,
       flags := CASE WHEN (SELECT size_bytes FROM uploads WHERE id = $2) > $4 THEN ARRAY[$5] END)`,
    [INGEST_TASK, uploadId, `ingest-${uploadId}`, LARGE_BYTES, LARGE_FLAG, mayWait ? 1 : 0],
  );
}

/** An upload that ended this many readers is not given to another. */
export const MAX_LOST_READERS = 3;

/** Puts an upload whose reader ended, or lost the database, back into the queue, or gives it up. */
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
      const message = `The process that read it died ${MAX_LOST_READERS} times, or lost the database, before it finished.`;
      return endFailed(client, uploadId, { code: 'READER_LOST', message });
    }
    if (await endLost(client, uploadId)) await addIngestJob(client, uploadId);
  });
}

/** How long a job that failed for the last time is counted as failed. */
export const DEAD_JOB_DAYS = 7;

/**
 * Removes jobs that failed for the last time more than `DEAD_JOB_DAYS` days ago: workers never take them, and the state of
 * their upload or message is kept elsewhere. Wants `prepareQueue`. Any number of processes may do it at once.
 *
 * @returns how many were removed
 */
export async function deleteDeadJobs({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM graphile_worker.complete_jobs(ARRAY(
       SELECT id FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts >= max_attempts
         AND updated_at < now() - $1 * interval '1 day'))`,
    [DEAD_JOB_DAYS],
  );
  return rowCount ?? 0;
}
