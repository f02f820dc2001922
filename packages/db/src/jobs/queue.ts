import type { Readable } from 'node:stream';
import { makeWorkerUtils } from 'graphile-worker';
import type { BlobStore } from '../blob-store';
import type { Database } from '../database';
import type { UploaderSays } from '../import/to-store';
import { findUpload, isUpToDate, mergeSays } from '../import/upload-row';
import type { Origin } from '../types';

/** Name of the task in the queue; its payload is `{ uploadId }`. */
export const INGEST_TASK = 'ingest';

export interface UploadToEnqueue extends UploaderSays {
  filename: string;
  origin: Origin;
}

export interface Enqueued {
  uploadId: string;
  /** False when these bytes are stored, or on their way, already. */
  isNew: boolean;
}

/**
 * Takes an upload: its bytes go to the blob store, and a job to read them goes to the queue in PostgreSQL, where any
 * worker of any process finds it. Nothing is read here, so this returns as soon as the bytes are there.
 */
export async function enqueueUpload(
  database: Database,
  blobs: BlobStore,
  { content, ...upload }: UploadToEnqueue & { content: Readable },
): Promise<Enqueued> {
  const { sha256, sizeBytes } = await blobs.put(content);
  const known = await findUpload(database.pool, sha256);
  const isOnItsWay = known?.state === 'queued' || known?.state === 'reading';
  if (known && (isOnItsWay || isUpToDate(known, upload))) {
    return { uploadId: String(known.id), isNew: false };
  }
  const says = mergeSays(known, upload);
  const { id } = await database.prisma.upload.upsert({
    where: { sha256 },
    create: {
      sha256,
      sizeBytes,
      filename: upload.filename,
      origin: upload.origin,
      state: 'queued',
      serverName: says.server,
      settings: says.settings,
    },
    update: {
      state: 'queued',
      serverName: says.server,
      settings: says.settings,
      errorCode: null,
      errorMessage: null,
    },
    select: { id: true },
  });
  const utils = await makeWorkerUtils({ pgPool: database.pool });
  try {
    await utils.migrate();
    // The same upload twice in the queue is one job. What failed to be read fails again: it is not tried again.
    await utils.addJob(INGEST_TASK, { uploadId: id }, { jobKey: `ingest-${id}`, maxAttempts: 1 });
  } finally {
    await utils.release();
  }
  return { uploadId: String(id), isNew: true };
}
