import type { Database } from '../database';
import { queueAgain } from './queue-job';
import { tryReadingLock } from './reading-lock';
import { endCancelled } from './upload-states';

/**
 * Finds uploads whose reader ended without an answer (a crash, a power cut, a killed container) and puts them back
 * into the queue. A reader that lives holds a lock, so nothing is taken away from anybody.
 *
 * @returns how many there were
 */
export async function recoverUploads(database: Database): Promise<number> {
  const reading = await database.prisma.upload.findMany({
    where: { state: 'reading' },
    select: { id: true },
  });
  let recovered = 0;
  for (const { id } of reading) {
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
  const upload = await database.prisma.upload.findUnique({
    where: { id },
    select: { cancelRequested: true },
  });
  if (upload?.cancelRequested) return endCancelled(database.pool, id);
  await queueAgain(database, id);
}
