import { type Database, inTransaction } from '../../database';
import { addIngestJob, queueAgain } from '../queue-job';
import { takeReadingLock } from '../reading-lock';
import { endCancelled, endFailed, endStopped } from '../upload-states';
import type { ReaderLimits } from './reader-limits';
import type { KillReason, ReadingEnd } from './reading-end';

/**
 * Settles an upload whose reader is gone without a final state. It waits for the reader's lock:
 * PostgreSQL gives it back when it has finished or rolled back whatever the reader had begun, so what is in the row
 * then
 * is true. An upload that got stored at the last moment stays stored.
 */
export async function settleUpload(
  database: Database,
  uploadId: number,
  { end, limits }: { end: Exclude<ReadingEnd, { kind: 'ended' }>; limits: ReaderLimits },
): Promise<void> {
  const lock = await takeReadingLock(database, uploadId);
  try {
    const reason = reasonOf(end);
    if (reason === 'died') return await queueAgain(database, uploadId);
    if (reason === 'cancelled') return await endCancelled(database.pool, uploadId);
    if (reason === 'stopped' || reason === 'not-started') return await readLater(database, uploadId);
    return await endFailed(database.pool, uploadId, failureOf(reason, limits));
  } finally {
    await lock.release();
  }
}

/** Death may have any cause, so another reader tries; but what took too much memory would take it again. */
function reasonOf(end: Exclude<ReadingEnd, { kind: 'ended' }>): KillReason | 'died' {
  if (end.kind === 'killed') return end.reason;
  return end.isOutOfMemory ? 'out-of-memory' : 'died';
}

/** Not caused by the upload: its worker got the signal to stop, or the machine is too busy. */
async function readLater(database: Database, uploadId: number): Promise<void> {
  await inTransaction(database, async (client) => {
    await endStopped(client, uploadId);
    const { rowCount } = await client.query(`SELECT FROM uploads WHERE id = $1 AND state = 'queued'`, [
      uploadId,
    ]);
    if (rowCount === 1) await addIngestJob(client, uploadId);
  });
}

function failureOf(
  reason: Exclude<KillReason, 'cancelled' | 'stopped' | 'not-started'>,
  limits: ReaderLimits,
) {
  switch (reason) {
    case 'stuck':
      return {
        code: 'READER_STUCK',
        message: `reading made no progress for ${limits.stuckMs / 1000} s and was ended`,
      };
    case 'too-long':
      return {
        code: 'READER_TOO_LONG',
        message: `reading was not done after ${Math.round(limits.totalMs / 60_000)} minutes and was ended`,
      };
    case 'out-of-memory':
      return {
        code: 'READER_OUT_OF_MEMORY',
        message: `reading took more than the ${Math.round(limits.memoryBytes / 1024 ** 2)} MB of memory that one upload may take and was ended`,
      };
  }
}
