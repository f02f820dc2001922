import { Logger, run, type TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { BlobStore } from '../blob-store';
import type { Database } from '../database';
import { ingestUpload } from './ingest-upload';
import { INGEST_TASK } from './queue';

const payloadSchema = z.object({ uploadId: z.number().int().positive() });

export interface WorkerOptions {
  /** Uploads read at the same time; parsing is one thread, so more than cores gains nothing. Default 1. */
  concurrency?: number;
  /** Stops the worker when it is aborted: the job in work is finished first. SIGINT and SIGTERM do the same. */
  signal?: AbortSignal;
  /** Called for what the queue reports; default: nothing. */
  log?: (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;
}

/** Takes uploads from the queue and reads them, until it is told to stop. Any number of workers may run. */
export async function runWorker(
  database: Database,
  blobs: BlobStore,
  { concurrency = 1, signal, log = () => {} }: WorkerOptions = {},
): Promise<void> {
  const taskList: TaskList = {
    [INGEST_TASK]: (payload) => ingestUpload(database, blobs, payloadSchema.parse(payload).uploadId),
  };
  const runner = await run({
    pgPool: database.pool,
    concurrency,
    taskList,
    logger: new Logger(() => (level, message) => log(level, message)),
  });
  const stop = () => {
    // A second stop while the first is under way is refused, and needs no answer.
    runner.stop().catch(() => {});
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  await runner.promise;
}
