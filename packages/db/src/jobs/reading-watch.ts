import { Transform } from 'node:stream';
import type { Progress } from '@basecase/ingest';
import type { Database } from '../database';
import { reportProgress } from './upload-states';

/** Often enough to be seen moving, rare enough to cost nothing. */
const INTERVAL_MS = 1000;

/** Somebody does not want this upload any more. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** Stands beside a reader: tells others how far it is, and stops it when it is not wanted any more. */
export interface ReadingWatch {
  /** Goes between the bytes and the reader. */
  readonly gate: Transform;
  onProgress(progress: Progress): void;
  isCancelled(): boolean;
  stop(): Promise<void>;
}

export function watchReading(database: Database, uploadId: number): ReadingWatch {
  const progress = { bytes: 0, files: 0, results: 0 };
  let isCancelled = false;
  let reporting: Promise<void> | null = null;

  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      progress.bytes += chunk.length;
      done(null, chunk);
    },
  });

  const report = async () => {
    try {
      isCancelled ||= (await reportProgress(database.pool, uploadId, progress)).cancel;
      // At once, not with the next bytes: they may be slow to come.
      if (isCancelled) gate.destroy(new CancelledError('cancelled while it was read'));
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
    },
    isCancelled: () => isCancelled,
    async stop() {
      clearInterval(timer);
      await reporting;
    },
  };
}
