import { type Database, inTransaction } from '../../database';
import { addIngestJob, queueAgain } from '../queue-job';
import { tryReadingLock } from '../reading-lock';
import { endCancelled } from '../upload-states';
import { JOB_IS_LIVE } from '../worker-life';

/**
 * Finds unfinished uploads without a worker (a crash, a power cut, a killed container), and
 * puts them back into the queue: `reading` without a reader, `queued` without a job. A reader that lives holds a lock,
 * and so does the worker that has the job, so running work is not disturbed. An upload in `preview` waits for a user,
 * and needs no worker.
 *
 * @returns how many there were
 */
export async function recoverUploads(database: Database): Promise<number> {
  return (await recoverReading(database)) + (await recoverQueued(database));
}

async function recoverReading(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `SELECT id FROM uploads WHERE state = 'reading' ORDER BY id`,
  );
  let recovered = 0;
  for (const { id } of rows) {
    const lock = await tryReadingLock(database, id);
    if (!lock) continue;
    try {
      // Its reader may have ended in good order since the list was made; both steps look at the state again.
      await recover(database, id);
      recovered += 1;
    } finally {
      await lock.release();
    }
  }
  return recovered;
}

async function recover(database: Database, id: number): Promise<void> {
  const { rows } = await database.pool.query<{ isCancelled: boolean }>(
    'SELECT cancel_requested AS "isCancelled" FROM uploads WHERE id = $1',
    [id],
  );
  if (rows[0]?.isCancelled) return endCancelled(database.pool, id);
  await queueAgain(database, id);
}

/**
 * The job was taken, and its worker died before it began to read: of such a job the only try is used up. Added for an
 * upload whose reader is about to begin, a second job would find nothing to do.
 */
async function recoverQueued(database: Database): Promise<number> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `SELECT id FROM uploads
       WHERE state = 'queued' AND NOT EXISTS (
         SELECT FROM graphile_worker.jobs WHERE jobs.key = 'ingest-' || uploads.id AND ${JOB_IS_LIVE})
       ORDER BY id FOR UPDATE SKIP LOCKED`,
    );
    for (const { id } of rows) await addIngestJob(client, id);
    return rows.length;
  });
}
