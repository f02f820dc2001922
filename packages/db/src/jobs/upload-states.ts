import { maskText } from '@basecase/ingest';
import { findRow, type Queries } from '../rows';
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
