import { setPriority } from 'node:os';
import { IngestError, type ParsedUpload, readUploadStream } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import type { StagedBlobs } from '../../blobs/blob-staging';
import { type BlobStore, openBlobs } from '../../blobs/blob-store';
import { deleteUnnamed } from '../../blobs/delete-unnamed';
import { type Database, inTransaction, openDatabase } from '../../database';
import { BlobStoreError, BlobVanishedError, NotFoundError, SettingError } from '../../errors';
import { importParsed } from '../../import/import-parsed';
import { countCodes, saveDiagnostics } from '../../import/upload-contents';
import { findStorageFull } from '../../storage-full';
import { buildPreview } from '../build-preview';
import { lockUpload, requeue } from '../change-upload';
import { prepareQueue, queueAgain } from '../queue-job';
import { takeReadingLock } from '../reading-lock';
import { CancelledError, type ReadingHooks, type ReadingWatch, watchReading } from '../reading-watch';
import { removeRawBytes } from '../remove-bytes';
import { openUploadContent } from '../upload-content';
import {
  type ClaimedUpload,
  claimUpload,
  endCancelled,
  endFailed,
  endInPreview,
  reportProgress,
} from '../upload-states';
import { endWithParent } from './end-with-parent';
import type { FromReader, ReaderProgress, ReadOrder, ToReader } from './messages';

/** How often a reader says how far it is: its worker takes one that is silent for long for stuck. */
const REPORT_MS = 250;

/** Reads one upload to its end. */
type Read = (order: ReadOrder, hooks: ReadingHooks) => Promise<void>;

/**
 * The reader's side of the channel: takes orders from the worker that started this process, one after the other, and
 * tells it how far reading is. Ends when that is gone.
 */
export function serveReads(read: Read): void {
  // A signal to the whole group is for the worker: it decides what becomes of its readers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  endWithParent(process.ppid);
  const current: { uploadId: number | null; cancel: AbortController } = {
    uploadId: null,
    cancel: new AbortController(),
  };
  process.on('message', (message: ToReader) => {
    if (message.type === 'cancel') {
      if (message.uploadId === current.uploadId) current.cancel.abort();
      return;
    }
    current.uploadId = message.uploadId;
    current.cancel = new AbortController();
    void serve(read, message, current.cancel.signal);
  });
  tell({ type: 'ready' });
}

async function serve(read: Read, order: ReadOrder, signal: AbortSignal): Promise<void> {
  const progress: ReaderProgress = { bytes: 0, files: 0, results: 0, steps: 0 };
  let isReading = false;
  const report = () => {
    // Before and after, it waits for the database and for other imports: whoever still reports is not stuck then.
    if (!isReading) progress.steps += 1;
    tell({ type: 'progress', progress });
  };
  const timer = setInterval(report, REPORT_MS);
  try {
    await read(order, {
      signal,
      onProgress: (now) => {
        Object.assign(progress, now);
        progress.steps += 1;
      },
      onPhase: (phase) => {
        isReading = phase === 'reading';
      },
    });
    tell({ type: 'end', error: null });
  } catch (error) {
    tell({ type: 'end', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    clearInterval(timer);
  }
}

function tell(message: FromReader): void {
  process.send?.(message);
}

/*
 * The process that reads uploads for a worker: a log that breaks a parser ends this process, and one upload. It is
 * started by open-readers.ts and is of no use without.
 */

/** The lock of the upload, its progress, its import and the look-ups of a preview, with some to spare. */
const MAX_CONNECTIONS = 5;

/**
 * Of nice(1): a third of the share of what is at 0. Not more, as who gets nothing done for half a minute is ended as
 * stuck.
 */
const NICENESS = 5;

// Pages, records and the database have priority: they are short, and users wait for them. On an idle machine reading
// is not slower.
try {
  setPriority(NICENESS);
} catch {
  // A sandbox that forbids it: reading continues at normal priority.
}

/** One database for all uploads that this process reads. */
let opened: Database | null = null;

serveReads(({ uploadId, databaseUrl, blobs }, hooks) => {
  opened ??= openDatabase(databaseUrl, {
    maxConnections: MAX_CONNECTIONS,
    isMortal: true,
    plans: 'kept',
  });
  return ingestUpload(opened, openBlobs(blobs, opened), uploadId, hooks);
});

/** What one job works with. */
interface Job {
  database: Database;
  blobs: BlobStore;
  uploadId: number;
  hooks: ReadingHooks;
}

/**
 * Reads a queued upload: reading → stored, preview, failed or cancelled. Runs that are stored already stay as they
 * are when it fails or is cancelled. Nothing is done when it is not queued any more.
 *
 * @throws Error when something other than the upload is at fault (a lost connection, a full disk); the upload is
 *   marked as failed then, too, or read again by the next worker when even that is not possible
 */
export async function ingestUpload(
  database: Database,
  blobs: BlobStore,
  uploadId: number,
  hooks: ReadingHooks = {},
): Promise<void> {
  const job = { database, blobs, uploadId, hooks };
  const lock = await takeReadingLock(database, uploadId);
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
    const { device } = upload.settings;
    return await readUploadStream(content.pipe(watch.gate), upload.filename, {
      sink: staged.sink,
      keepProfiles: true,
      onProgress,
      ...(stored && { stored }),
      ...(device !== undefined && { device }),
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
  // Somebody named another device meanwhile: these are the numbers of the one before.
  if (wanted.settings['device'] !== upload.settings['device']) return readOnceMore(database, uploadId);
  if (wanted.hold) {
    const preview = await buildPreview(parsed, wanted, (identities) => findStored(database, identities));
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

async function endBadly({ database, blobs, uploadId }: Job, error: unknown): Promise<void> {
  if (error instanceof CancelledError) {
    await endCancelled(database.pool, uploadId);
    return removeRawBytes(database, blobs, uploadId);
  }
  // Before what else it may look like: a file that could not be written whole, an archive that could not be read.
  const full = await findStorageFull(error, blobs);
  if (full) return endFailed(database.pool, uploadId, full);
  if (error instanceof BlobVanishedError) return queueAgain(database, uploadId);
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
  const message = 'Reading failed for a reason outside the upload.';
  await endFailed(database.pool, uploadId, { code: 'INTERNAL', message });
  throw error;
}
