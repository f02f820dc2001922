import { filesRemovedText } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { BlobStore } from '../blobs/blob-store';
import { type Database, inTransaction } from '../database';
import { noteRunsOfUpload } from '../epochs/write-runs';
import { ConflictError, NotFoundError } from '../errors';
import { inJudgedChange } from '../import/import-transaction';
import { applySettings } from '../import/settings';
import { maskSays, type UploaderSays } from '../import/to-store';
import { mergeSays } from '../import/upload-row';
import { parseId } from '../queries/parse-id';
import { getRow } from '../rows';
import type { UploadState } from '../types/uploads';
import { addIngestJob, prepareQueue } from './queue-job';
import { hasUploadContent, removeRawBytes } from './upload-content';
import { CANCEL_CHANNEL } from './worker-life';

interface UploadToChange {
  id: number;
  sha256: string;
  state: UploadState;
  serverName: string | null;
  settings: Record<string, string>;
  /** Since when the bytes of its files are gone, by the retention rule. */
  filesRemovedAt: Date | null;
}

const FIND = `
SELECT id, sha256, state, server_name AS "serverName", settings, files_removed_at AS "filesRemovedAt"
FROM uploads WHERE id = $1`;

/** Finds an upload, and keeps others from changing it until the end of the transaction. */
export async function lockUpload(client: PoolClient, id: string): Promise<UploadToChange> {
  return getRow<UploadToChange>(client, `${FIND} FOR UPDATE`, [parseId(id, 'upload')], `No upload ${id}.`);
}

/**
 * Lets an upload that waits in `preview` count: it is read once more, with the values given now, and stored.
 *
 * @param says server null keeps the earlier one; settings are added to the earlier ones
 * @throws NotFoundError, ConflictError when it does not wait, SettingError
 */
export async function confirmUpload(database: Database, id: string, says: UploaderSays): Promise<void> {
  applySettings([], says.settings);
  await inJudgedChange(database, async (client) => {
    const upload = await lockUpload(client, id);
    if (upload.state !== 'preview') {
      throw new ConflictError('UPLOAD_NOT_WAITING', `Upload ${id} is not waiting for confirmation.`);
    }
    const { server, settings } = mergeSays(upload, maskSays(says));
    await client.query(
      `UPDATE uploads SET state = 'queued', hold = false, unseen = true, server_name = $2, settings = $3 WHERE id = $1`,
      [upload.id, server, JSON.stringify(settings)],
    );
    if (settings['campaign'] !== upload.settings['campaign']) await noteRunsOfUpload(client, upload.id);
    await addIngestJob(client, upload.id);
  });
}

/**
 * Stops an upload that is not stored yet. One that is being read stops within two seconds, whatever its reader does, or
 * is stored when nothing was left to do. Nothing of it is stored then, and the bytes
 * as they came are removed; what was stored of it before (it is being read again) stays.
 *
 * @throws NotFoundError, ConflictError when there is nothing to stop
 */
export async function cancelUpload(database: Database, blobs: BlobStore, id: string): Promise<void> {
  // Before the row is waited for: a reader that is storing has it, and may be stuck there.
  await database.pool.query(
    `SELECT pg_notify($2, id::text) FROM uploads WHERE id = $1 AND state = 'reading'`,
    [parseId(id, 'upload'), CANCEL_CHANNEL],
  );
  await inTransaction(database, async (client) => {
    const upload = await lockUpload(client, id);
    if (upload.state === 'cancelled') return;
    if (upload.state === 'reading') {
      await client.query('UPDATE uploads SET cancel_requested = true WHERE id = $1', [upload.id]);
      return;
    }
    if (upload.state !== 'queued' && upload.state !== 'preview') {
      throw new ConflictError('UPLOAD_ENDED', `Upload ${id} is ${upload.state}: nothing to cancel.`);
    }
    await client.query(
      `UPDATE uploads SET hold = hold AND stored_at IS NULL, preview = NULL,
         state = CASE WHEN stored_at IS NULL THEN 'cancelled' ELSE 'stored' END::upload_state
       WHERE id = $1`,
      [upload.id],
    );
  });
  // One that is being read is still named: its reader removes the bytes when it ends.
  await removeRawBytes(database, blobs, parseId(id, 'upload'));
}

/**
 * Reads an upload again, with the current parsers. Its runs keep their ids, so links stay good; permalinks keep
 * their numbers in any case.
 *
 * @param reading device of iostat, layout and relation of unknown results from now on; null takes one away, undefined
 *   keeps the earlier one
 * @throws NotFoundError when it, or its bytes, are not there; ConflictError while it is on its way, or when the
 * retention
 *   rule removed its files
 */
export async function reparseUpload(
  database: Database,
  blobs: BlobStore,
  id: string,
  reading: Reading = {},
): Promise<void> {
  const named = Object.entries(reading).flatMap(([key, value]) => (value == null ? [] : [[key, value]]));
  applySettings([], Object.fromEntries(named));
  await prepareQueue(database);
  // Before the transaction: who holds a connection and waits for another one may wait for ever.
  const found = await getRow<UploadToChange>(
    database.pool,
    FIND,
    [parseId(id, 'upload')],
    `No upload ${id}.`,
  );
  const isThere = await hasUploadContent(database, blobs, found);
  await inTransaction(database, async (client) => {
    const upload = await lockUpload(client, id);
    if (upload.state === 'queued' || upload.state === 'reading') {
      throw new ConflictError('UPLOAD_BUSY', `Upload ${id} is already ${upload.state}.`);
    }
    if (!isThere) {
      if (upload.filesRemovedAt !== null) {
        const removed = filesRemovedText(upload.filesRemovedAt.toISOString());
        throw new ConflictError('FILES_REMOVED', `${removed} To read it again, send the same bytes again.`);
      }
      throw new NotFoundError(`The bytes of upload ${id} are not stored: send them again.`);
    }
    if (Object.keys(reading).length > 0) await setReading(client, upload, reading);
    await requeue(client, upload.id);
  });
}

/** Settings of a reading; null takes one away. */
type Reading = { [Key in 'device' | 'layout' | 'unknown']?: string | null | undefined };

async function setReading(
  client: PoolClient,
  { id, settings }: UploadToChange,
  reading: Reading,
): Promise<void> {
  const now: Record<string, string> = { ...settings };
  for (const [key, value] of Object.entries(reading)) {
    if (value === null) delete now[key];
    else if (value !== undefined) now[key] = value;
  }
  const changed = maskSays({ server: null, settings: now }).settings;
  await client.query('UPDATE uploads SET settings = $2 WHERE id = $1', [id, JSON.stringify(changed)]);
}

/** Makes an upload that is not on its way queued. */
export async function requeue(
  client: PoolClient,
  uploadId: number,
  options: { mayWait?: boolean } = {},
): Promise<void> {
  await client.query(
    `UPDATE uploads SET state = 'queued', error_code = NULL, error_message = NULL, cancel_requested = false,
       lost_readers = 0
     WHERE id = $1`,
    [uploadId],
  );
  await addIngestJob(client, uploadId, options);
}
