import { isDeepStrictEqual } from 'node:util';
import { IngestError, type ParsedUpload, readUploadStream } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import type { StagedBlobs } from '../blobs/blob-staging';
import { type BlobStore, deleteUnnamed } from '../blobs/blob-store';
import { type Database, inTransaction } from '../database';
import {
  BlobStoreError,
  BlobVanishedError,
  isDatabaseUnreachable,
  NotFoundError,
  SettingError,
} from '../errors';
import { importParsed } from '../import/import-parsed';
import { keepApartFromStored } from '../import/keep-apart-from-stored';
import { readingSettings } from '../import/settings';
import { countCodes, saveDiagnostics } from '../import/upload-contents';
import { findStorageFull } from '../storage-full';
import { buildPreview } from './build-preview';
import { lockUpload, requeue } from './change-upload';
import { prepareQueue, queueAgain } from './queue-job';
import { type ReadingLock, takeReadingLock } from './reading-lock';
import { openUploadContent, removeRawBytes } from './upload-content';
import {
  CancelledError,
  type ClaimedUpload,
  claimUpload,
  endCancelled,
  endFailed,
  endInPreview,
  type ReadingHooks,
  type ReadingWatch,
  reportProgress,
  watchReading,
} from './upload-states';

/** What one job works with. */
interface Job {
  database: Database;
  blobs: BlobStore;
  uploadId: number;
  hooks: ReadingHooks;
  lock: ReadingLock;
}

/**
 * Reads a queued upload: reading → stored, preview, failed or cancelled. Runs that are stored already stay as they
 * are when it fails or is cancelled. Nothing is done when it is not queued any more.
 *
 * @throws Error when something other than the upload is at fault (a full disk); the upload is marked as failed then,
 *   too. After a lost connection to the database it is queued again, or read again by the next worker when even that is not
 *   possible
 */
export async function ingestUpload(
  database: Database,
  blobs: BlobStore,
  uploadId: number,
  hooks: ReadingHooks = {},
): Promise<void> {
  const lock = await takeReadingLock(database, uploadId);
  const job = { database, blobs, uploadId, hooks, lock };
  try {
    const upload = await claimUpload(database.pool, uploadId);
    if (upload) await readClaimed(job, upload);
  } finally {
    await lock.release();
  }
}

async function readClaimed(job: Job, upload: ClaimedUpload): Promise<void> {
  job.hooks.onPhase?.('reading');
  const staged = job.blobs.stage();
  const watch = watchReading(job.database, job.uploadId, job.hooks);
  try {
    const parsed = await parse(job, upload, { staged, watch });
    await finish(job, upload, { parsed, staged });
  } catch (error) {
    // Stopped by the watch, reading ends with its own error.
    const reason = watch.isCancelled() ? new CancelledError('cancelled while it was read') : error;
    await endBadly(job, reason);
  } finally {
    await watch.stop();
    await staged.discard();
  }
}

async function parse(
  { database, blobs, uploadId }: Job,
  upload: ClaimedUpload,
  { staged, watch }: { staged: StagedBlobs; watch: ReadingWatch },
): Promise<ParsedUpload> {
  const { bytes: content, stored } = await openUploadContent(database, blobs, {
    id: uploadId,
    sha256: upload.sha256,
  });
  content.on('error', (error) => watch.gate.destroy(error));
  try {
    const { onProgress } = watch;
    return await readUploadStream(content.pipe(watch.gate), upload.filename, {
      sink: staged.sink,
      keepProfiles: true,
      onProgress,
      ...(stored && { stored }),
      ...readingSettings(upload.settings),
    });
  } finally {
    content.destroy();
  }
}

/** Stores the read runs, or waits for confirmation. */
async function finish(
  { database, blobs, uploadId, hooks }: Job,
  upload: ClaimedUpload,
  { parsed, staged }: { parsed: ParsedUpload; staged: StagedBlobs },
): Promise<void> {
  hooks.onPhase?.('storing');
  const wanted = await reportProgress(database.pool, uploadId, null);
  if (wanted.cancel) throw new CancelledError('cancelled after it was read');
  // Another device or layout was named meanwhile: these runs were read with the one before.
  if (!isDeepStrictEqual(readingSettings(wanted.settings), readingSettings(upload.settings)))
    return readOnceMore(database, uploadId);
  if (wanted.hold) {
    const asked = await keepApartFromStored(database.pool, parsed, { ...wanted, sha256: upload.sha256 });
    const preview = await buildPreview(asked, wanted, (identities) => findStored(database, identities));
    if (await endInPreview(database.pool, uploadId, preview)) return;
  }
  const input = {
    // The uploader's values are in the row, and the import takes them from there.
    upload: { ...upload, server: null, settings: {} },
    parsed,
    configTexts: staged.configTexts,
    confirmWanted: (client: PoolClient) => confirmWanted(client, uploadId),
  };
  await staged.send();
  const { unused } = await importParsed(database, input, (client) => staged.publish(client));
  // Never waited for: what is left, also by a crash before this line, is collected later.
  await deleteUnnamed(database, blobs, { candidates: [upload.sha256, ...unused] });
}

async function readOnceMore(database: Database, uploadId: number): Promise<void> {
  await prepareQueue(database);
  await inTransaction(database, async (client) => {
    const { state, id } = await lockUpload(client, String(uploadId));
    if (state === 'reading') await requeue(client, id);
  });
}

/** @throws CancelledError; the row stays as it is until the end of the transaction */
async function confirmWanted(client: PoolClient, uploadId: number): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM uploads WHERE id = $1 AND state = 'reading' AND NOT cancel_requested FOR UPDATE`,
    [uploadId],
  );
  if (rowCount !== 1) throw new CancelledError('cancelled before it was stored');
}

async function findStored(database: Database, identities: readonly string[]): Promise<Set<string>> {
  const places = await database.prisma.runPlace.findMany({
    where: { identity: { in: [...identities] } },
    select: { identity: true },
  });
  return new Set(places.map(({ identity }) => identity));
}

async function endBadly({ database, blobs, uploadId, lock }: Job, error: unknown): Promise<void> {
  if (error instanceof CancelledError) {
    await endCancelled(database.pool, uploadId);
    return removeRawBytes(database, blobs, uploadId);
  }
  // Before what else it may look like: a file that could not be written whole, an archive that could not be read.
  const full = await findStorageFull(error, blobs);
  if (full) return endFailed(database.pool, uploadId, full);
  // Nothing of it is stored, and the upload is not at fault.
  if (error instanceof BlobVanishedError || isDatabaseUnreachable(error))
    return queueAgain(database, uploadId);
  if (error instanceof IngestError) {
    // They explain why nothing was recognized; "no known logs" alone would not help.
    const { diagnostics } = error;
    const report = { diagnostics, counts: countCodes(diagnostics) };
    await inTransaction(database, (client) => saveDiagnostics(client, uploadId, report));
    return endFailed(database.pool, uploadId, error);
  }
  if (error instanceof SettingError) return endFailed(database.pool, uploadId, error);
  if (error instanceof NotFoundError) {
    return endFailed(database.pool, uploadId, { code: 'BYTES_GONE', message: error.message });
  }
  if (error instanceof BlobStoreError) {
    await endFailed(database.pool, uploadId, error);
    throw error;
  }
  // Whatever the error looks like: the database was gone meanwhile.
  if (!(await lock.isHeld())) return queueAgain(database, uploadId);
  const message = 'Reading failed for a reason outside the upload.';
  await endFailed(database.pool, uploadId, { code: 'INTERNAL', message });
  throw error;
}
