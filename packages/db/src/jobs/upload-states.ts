import type { Transform } from 'node:stream';
import { maskText, type Progress } from '@basecase/ingest';
import type { Database } from '../database';
import { findRow, type Queries } from '../rows';
import { looking } from '../stream-look';
import type { Origin } from '../types';
import type { UploadPreview, UploadProgress } from '../types/uploads';

/*
 * The steps of an upload's life that its reader takes, each one statement that names the state it starts from:
 * concurrent changes are never overwritten.
 */

export interface ClaimedUpload {
  sha256: string;
  filename: string;
  sizeBytes: number;
  origin: Origin;
  server: string | null;
  settings: Record<string, string>;
}

/** Begins to read. Null when there is nothing to read any more: cancelled, deleted, or read by another worker. */
export async function claimUpload(client: Queries, id: number): Promise<ClaimedUpload | null> {
  return findRow<ClaimedUpload>(
    client,
    `UPDATE uploads SET state = 'reading', preview = NULL, progress = '{"bytes": 0, "files": 0, "results": 0}'
     WHERE id = $1 AND state = 'queued'
     RETURNING sha256, filename, size_bytes AS "sizeBytes", origin, server_name AS server, settings`,
    [id],
  );
}

/** Requests of the uploader for an upload that is being read. */
export interface Orders {
  hold: boolean;
  cancel: boolean;
  server: string | null;
  settings: Record<string, string>;
}

/**
 * Tells how far reading is, and learns what is wanted.
 *
 * @param progress null leaves it as it is
 * @returns what was asked for; to cancel, when the upload is not being read any more
 */
export async function reportProgress(
  client: Queries,
  id: number,
  progress: UploadProgress | null,
): Promise<Orders> {
  return (
    (await findRow<Orders>(
      client,
      `UPDATE uploads SET progress = coalesce($2, progress) WHERE id = $1 AND state = 'reading'
     RETURNING hold, cancel_requested AS cancel, server_name AS server, settings`,
      [id, progress && JSON.stringify(progress)],
    )) ?? { hold: false, cancel: true, server: null, settings: {} }
  );
}

/** Waits to be confirmed. False when it was cancelled, or shall not wait any more. */
export async function endInPreview(client: Queries, id: number, preview: UploadPreview): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE uploads SET state = 'preview', preview = $2, progress = NULL, lost_readers = 0
     WHERE id = $1 AND state = 'reading' AND hold AND NOT cancel_requested`,
    [id, JSON.stringify(preview)],
  );
  return rowCount === 1;
}

/** What was stored of it before stays, and is what counts. */
export async function endCancelled(client: Queries, id: number): Promise<void> {
  await client.query(
    `UPDATE uploads SET state = CASE WHEN stored_at IS NULL THEN 'cancelled' ELSE 'stored' END::upload_state,
       cancel_requested = false, hold = hold AND stored_at IS NULL, progress = NULL, lost_readers = 0
     WHERE id = $1 AND state = 'reading'`,
    [id],
  );
}

export async function endFailed(
  client: Queries,
  id: number,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await client.query(
    `UPDATE uploads SET state = 'failed', error_code = $2, error_message = $3, failed_at = now(), progress = NULL, unseen = true,
       cancel_requested = false, lost_readers = 0
     WHERE id = $1 AND state = 'reading'`,
    [id, code, maskText(message)],
  );
}

/** Back into the queue, because its reader ended. */
export async function endLost(client: Queries, id: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE uploads SET state = 'queued', progress = NULL, lost_readers = lost_readers + 1
     WHERE id = $1 AND state = 'reading'`,
    [id],
  );
  return rowCount === 1;
}

/**
 * Back into the queue, because its worker got the signal to stop: not caused by the upload, so not counted as a try.
 */
export async function endStopped(client: Queries, id: number): Promise<void> {
  await client.query(
    `UPDATE uploads SET state = 'queued', progress = NULL WHERE id = $1 AND state = 'reading'`,
    [id],
  );
}

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
