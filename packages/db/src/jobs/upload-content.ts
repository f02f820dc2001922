import type { Readable } from 'node:stream';
import { labelOf, packStored } from '@basecase/ingest';
import type { FirstReading } from '@basecase/ingest/model';
import { type BlobStore, deleteUnnamed } from '../blobs/blob-store';
import type { Database } from '../database';
import { NotFoundError } from '../errors';

export interface UploadToOpen {
  id: number;
  sha256: string;
}

/** Facts that decide whether an upload can be read again. */
export interface UploadToRead extends UploadToOpen {
  /** Since when the bytes of its files are gone, by the retention rule. */
  filesRemovedAt: Date | null;
}

export interface UploadContent {
  bytes: Readable;
  /** Set when the bytes are those of the stored files: the option `stored` of `readUploadStream`. */
  stored: FirstReading | null;
}

/**
 * The bytes of an upload: as they came, until it is stored; from then on its files, which are in the blob store with
 * secrets masked.
 *
 * @throws NotFoundError when neither is there
 */
export async function openUploadContent(
  database: Database,
  blobs: BlobStore,
  upload: UploadToOpen,
): Promise<UploadContent> {
  if (await blobs.has(upload.sha256)) return { bytes: await blobs.read(upload.sha256), stored: null };
  const row = await database.prisma.upload.findUnique({
    where: { id: upload.id },
    select: {
      filename: true,
      firstReading: true,
      artifacts: { select: { path: true, sha256: true, sizeBytes: true }, orderBy: { id: 'asc' } },
    },
  });
  if (!row || row.artifacts.length === 0) throw new NotFoundError('The bytes of this upload are not stored.');
  const there = await blobs.locate(row.artifacts.map(({ sha256 }) => sha256));
  const gone = row.artifacts.find(({ sha256 }) => !there.has(sha256));
  if (gone) throw new NotFoundError(`The bytes of ${gone.path} are not stored.`);
  const files = row.artifacts.map(({ path, sha256, sizeBytes }) => ({
    path,
    sizeBytes: Number(sizeBytes),
    open: () => blobs.read(sha256),
  }));
  return { bytes: packStored(files), stored: toFirstReading(row) };
}

/** Old uploads have none: their name is the label, as before. */
function toFirstReading({
  filename,
  firstReading,
}: {
  filename: string;
  firstReading: unknown;
}): FirstReading {
  const known = firstReading as FirstReading | null;
  return known ?? { rootLabel: labelOf(filename), diagnostics: [], counts: {} };
}

/**
 * True when the upload can be read again. Bytes of files that the retention rule let go may be there while another
 * upload has the same: one of many files is not enough.
 */
export async function hasUploadContent(
  database: Database,
  blobs: BlobStore,
  upload: UploadToRead,
): Promise<boolean> {
  if (await blobs.has(upload.sha256)) return true;
  if (upload.filesRemovedAt !== null) return false;
  const file = await database.prisma.artifact.findFirst({
    where: { uploadId: upload.id },
    select: { sha256: true },
  });
  return file !== null && blobs.has(file.sha256);
}

/** Removes what came of an upload that ended without being stored now: cancelled. */
export async function removeRawBytes(database: Database, blobs: BlobStore, uploadId: number): Promise<void> {
  const upload = await database.prisma.upload.findUnique({
    where: { id: uploadId },
    select: { sha256: true },
  });
  if (upload) await deleteUnnamed(database, blobs, { candidates: [upload.sha256] });
}
