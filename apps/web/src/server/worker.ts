import { runWorker } from '@basecase/db';
import { blobs, processDatabase } from './database';
import { logError } from './log';
import { mayCallPrivate } from './webhooks';

/** How soon to try again when the database could not be reached. */
const RETRY_MS = 5000;

/**
 * Takes uploads from the queue in this process, for as long as it runs. Reading is one thread's work, so pages are
 * slower meanwhile: where that matters a worker of its own does it (see docker-compose.yml).
 *
 * A job in work when the process ends is done again by the next one.
 */
export function startWorker(): void {
  runWorker(processDatabase(), blobs(), {
    handleSignals: false,
    allowPrivateWebhooks: mayCallPrivate(),
    log: (level, message) => {
      if (level === 'error') logError('worker', message);
    },
  })
    .catch((error: unknown) => logError('worker', error))
    .finally(() => setTimeout(startWorker, RETRY_MS).unref());
}
