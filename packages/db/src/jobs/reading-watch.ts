import type { Transform } from 'node:stream';
import type { Progress } from '@basecase/ingest';
import type { Database } from '../database';
import { looking } from '../stream-look';
import type { UploadProgress } from '../types/uploads';
import { reportProgress } from './upload-states';

/** Often enough to be seen moving, rare enough to cost nothing. */
const INTERVAL_MS = 1000;

/** Somebody does not want this upload any more. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** How whoever lets an upload be read follows it. */
export interface ReadingHooks {
  /** Cancels when it is aborted, as a cancel request in the database does; that one is seen within a second. */
  signal?: AbortSignal;
  /** Called whenever something was got done. */
  onProgress?: (progress: UploadProgress) => void;
  /** Called between waiting for the database (the upload's lock, other imports) and reading. */
  onPhase?: (phase: 'reading' | 'storing') => void;
}

/** Watches a reader: publishes its progress, and stops it when the upload is cancelled. */
export interface ReadingWatch {
  /** Goes between the bytes and the reader. */
  readonly gate: Transform;
  onProgress(progress: Progress): void;
  isCancelled(): boolean;
  stop(): Promise<void>;
}

export function watchReading(
  database: Database,
  uploadId: number,
  { signal, onProgress = () => {} }: ReadingHooks = {},
): ReadingWatch {
  const progress = { bytes: 0, files: 0, results: 0 };
  let isCancelled = false;
  let reporting: Promise<void> | null = null;

  const gate = looking((chunk) => {
    progress.bytes += chunk.length;
    onProgress(progress);
  });

  // Cancelled before anything is piped through it, no other listener exists.
  gate.on('error', () => {});

  const cancel = () => {
    isCancelled = true;
    // At once, not with the next bytes: they may be slow to come.
    gate.destroy(new CancelledError('cancelled while it was read'));
  };
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });

  const report = async () => {
    try {
      if ((await reportProgress(database.pool, uploadId, progress)).cancel) cancel();
    } catch {
      // The next report, or storing, meets the same error; this one is only for show.
    } finally {
      reporting = null;
    }
  };
  const timer = setInterval(() => {
    reporting ??= report();
  }, INTERVAL_MS);

  return {
    gate,
    onProgress({ files, results }) {
      Object.assign(progress, { files, results });
      onProgress(progress);
    },
    isCancelled: () => isCancelled,
    async stop() {
      signal?.removeEventListener('abort', cancel);
      clearInterval(timer);
      await reporting;
    },
  };
}
