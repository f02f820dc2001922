import { Logger, run, type TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { queueStale, REGRESSIONS_TASK } from '../regressions/regression-job';
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries';
import { deliverWebhook } from '../webhooks/deliver-webhook';
import { WEBHOOK_TASK } from '../webhooks/queue-deliveries';
import { ingestUpload } from './ingest-upload';
import { INGEST_TASK } from './queue-job';
import { recoverUploads } from './recover-uploads';

const payloadSchema = z.object({ uploadId: z.number().int().positive() });
const deliverySchema = z.object({ deliveryId: z.number().int().positive() });

/** How soon another worker takes over from one that ended without an answer. */
const RECOVERY_MS = 30_000;

/** How often what nobody needs any more is deleted. */
const CLEANING_MS = 3600 * 1000;

/** What is on its way into the blob store is finished, or was left behind, after this. */
const LEFTOVER_MS = 24 * 3600 * 1000;

export interface WorkerOptions {
  /** Uploads read at the same time; parsing is one thread, so more than cores gains nothing. Default 1. */
  concurrency?: number;
  /** Stops the worker when it is aborted: the job in work is finished first. SIGINT and SIGTERM do the same. */
  signal?: AbortSignal;
  /**
   * False where the process has something else to do than this: then only `signal` stops the worker, and a job in
   * work when the process ends is done again by the next one. Default true.
   */
  handleSignals?: boolean;
  /** Whether webhooks may call addresses of this machine and its network. Default false. */
  allowPrivateWebhooks?: boolean;
  /** Called for what the queue reports; default: nothing. */
  log?: (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;
}

/**
 * Takes jobs from the queue until it is told to stop: reads uploads, brings records of regressions up to date, sends
 * webhooks. Any number of workers may run. What another worker left unfinished is taken over.
 */
export async function runWorker(
  database: Database,
  blobs: BlobStore,
  {
    concurrency = 1,
    signal,
    handleSignals = true,
    allowPrivateWebhooks = false,
    log = () => {},
  }: WorkerOptions = {},
): Promise<void> {
  const taskList: TaskList = {
    [INGEST_TASK]: (payload) => ingestUpload(database, blobs, payloadSchema.parse(payload).uploadId),
    [REGRESSIONS_TASK]: async () => void (await recomputeRegressions(database)),
    [WEBHOOK_TASK]: (payload) =>
      deliverWebhook(database, deliverySchema.parse(payload).deliveryId, {
        allowPrivate: allowPrivateWebhooks,
      }),
  };
  const runner = await run({
    pgPool: database.pool,
    concurrency,
    noHandleSignals: !handleSignals,
    taskList,
    logger: new Logger(() => (level, message) => log(level, message)),
  });
  const look = () => recoverUploads(database).catch((error: Error) => log('error', error.message));
  await look();
  await queueStale(database).catch((error: Error) => log('error', error.message));
  await blobs.removeLeftovers(LEFTOVER_MS).catch((error: Error) => log('warning', error.message));
  const clean = () => deleteOldDeliveries(database).catch((error: Error) => log('warning', error.message));
  await clean();
  const looking = setInterval(look, RECOVERY_MS);
  const cleaning = setInterval(clean, CLEANING_MS);
  const stop = () => {
    // A second stop while the first is under way is refused, and needs no answer.
    runner.stop().catch(() => {});
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await runner.promise;
  } finally {
    clearInterval(looking);
    clearInterval(cleaning);
  }
}
