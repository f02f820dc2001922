import type { Readable } from 'node:stream';
import { maskPath } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import { acceptSession, type SentSession } from '../agents/plans';
import type { ReceivedBlob } from '../blobs/blob-receiving';
import { type BlobStore, keepBlobs } from '../blobs/blob-store';
import type { Database } from '../database';
import { noteRunsOfUpload } from '../epochs/write-runs';
import { inJudgedChange } from '../import/import-transaction';
import { applySettings } from '../import/settings';
import { maskSays, type UploaderSays } from '../import/to-store';
import { findUpload, isSettled, mergeSays, saysNews } from '../import/upload-row';
import { findValue, getRow } from '../rows';
import type { Origin } from '../types';
import { addIngestJob } from './queue-job';

export interface UploadToEnqueue extends UploaderSays {
  filename: string;
  origin: Origin;
  /** Stop after reading, with a preview. */
  hold?: boolean;
  /** Of a plan of agents; left out, or null: of none. */
  session?: SentSession | null;
}

export interface Enqueued {
  uploadId: string;
  /** False when these bytes are stored, or on their way, already. */
  isNew: boolean;
}

/**
 * Takes an upload: its bytes go to the blob store, and a job to read them goes to the queue in PostgreSQL, where any
 * worker of any process finds it. Nothing is read here, so this returns as soon as the bytes are there. A stream that
 * breaks leaves nothing behind.
 *
 * @throws SettingError for an unknown setting; whatever the stream ends with
 */
export async function enqueueUpload(
  database: Database,
  blobs: BlobStore,
  { content, ...upload }: UploadToEnqueue & { content: Readable },
): Promise<Enqueued> {
  applySettings([], upload.settings);
  const received = await blobs.receive(content);
  try {
    return await enqueueReceived(database, received, upload);
  } finally {
    await received.discard();
  }
}

/**
 * The second half of `enqueueUpload`, for a caller that looks at the bytes' hash first and discards them after.
 *
 * @throws ConflictError for a session of which other bytes were accepted, or whose plan has ended
 */
export async function enqueueReceived(
  database: Database,
  received: ReceivedBlob,
  asked: UploadToEnqueue,
): Promise<Enqueued> {
  const upload = { ...maskSays(asked), filename: maskPath(asked.filename) };
  applySettings([], upload.settings);
  const before = await findUpload(database.pool, received.sha256);
  // Of what is stored nothing is read, so nothing is to be sent.
  if (!before || !(await isSettled(database.pool, before, upload))) await received.send();
  return inJudgedChange(database, async (client) => {
    // From here to the end of the transaction these bytes can't be deleted.
    await keepBlobs(client);
    if (asked.session) await acceptSession(client, { ...asked.session, sha256: received.sha256 });
    const { id, isInserted } = await insertUpload(client, received, upload);
    if (!isInserted && !(await isReadAgain(client, id, { sha256: received.sha256, upload }))) {
      // Nothing reads them: what is stored is masked, what is on its way has its bytes.
      return { uploadId: String(id), isNew: false };
    }
    await received.publish();
    await addIngestJob(client, id);
    return { uploadId: String(id), isNew: true };
  });
}

/** The row with these bytes, new or old, locked until the end. Two simultaneous uploads wait here. */
async function insertUpload(
  client: PoolClient,
  { sha256, sizeBytes }: ReceivedBlob,
  upload: UploadToEnqueue,
): Promise<{ id: number; isInserted: boolean }> {
  // Looks first, because an INSERT that finds the row costs a number all the same, and people see the numbers.
  const known = await findValue<number>(client, 'SELECT id FROM uploads WHERE sha256 = $1 FOR UPDATE', [
    sha256,
  ]);
  if (known !== null) return { id: known, isInserted: false };
  const { filename, origin, server, settings, hold = false } = upload;
  return getRow<{ id: number; isInserted: boolean }>(
    client,
    `INSERT INTO uploads AS known (sha256, size_bytes, filename, origin, state, server_name, settings, hold)
     VALUES ($1, $2, $3, $4, 'queued', $5, $6, $7)
     ON CONFLICT (sha256) DO UPDATE SET sha256 = known.sha256
     RETURNING id, xmax = 0 AS "isInserted"`,
    [sha256, sizeBytes, filename, origin, server, JSON.stringify(settings), hold],
    'The upload was not stored.',
  );
}

/** Decides what bytes mean that came before, and makes the upload queued when they are to be read again. */
async function isReadAgain(
  client: PoolClient,
  id: number,
  { sha256, upload }: { sha256: string; upload: UploadToEnqueue },
): Promise<boolean> {
  const known = await findUpload(client, sha256);
  if (!known || (await isSettled(client, known, upload))) return false;
  const isOnItsWay = known.state === 'queued' || known.state === 'reading';
  const waits = known.state === 'preview' && upload.hold === true && !saysNews(known, upload);
  if (waits) return false;
  const says = mergeSays(known, upload);
  if (says.settings['campaign'] !== known.settings['campaign']) await noteRunsOfUpload(client, id);
  await client.query(
    `UPDATE uploads SET server_name = $2, settings = $3, hold = $4,
       state = CASE WHEN $5 THEN state ELSE 'queued'::upload_state END,
       cancel_requested = false, lost_readers = 0,
       error_code = CASE WHEN $5 THEN error_code END, error_message = CASE WHEN $5 THEN error_message END
     WHERE id = $1`,
    // Who does not want to wait for a preview ends the waiting of who does.
    [
      id,
      says.server,
      JSON.stringify(says.settings),
      (upload.hold ?? false) && (!isOnItsWay || known.hold),
      isOnItsWay,
    ],
  );
  return !isOnItsWay;
}
