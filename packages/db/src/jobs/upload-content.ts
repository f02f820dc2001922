import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { NotFoundError } from '../errors';

export interface UploadToOpen {
  id: number;
  sha256: string;
}

/**
 * The bytes of an upload: as they came, or, for one that was loaded from a directory or a file on this machine, a tar
 * archive of its files, which are all in the blob store.
 *
 * @throws NotFoundError when neither is there
 */
export async function openUploadContent(
  database: Database,
  blobs: BlobStore,
  upload: UploadToOpen,
): Promise<Readable> {
  if (await blobs.has(upload.sha256)) return blobs.read(upload.sha256);
  const files = await database.prisma.artifact.findMany({
    where: { uploadId: upload.id },
    select: { path: true, sha256: true, sizeBytes: true },
    orderBy: { id: 'asc' },
  });
  if (files.length === 0) throw new NotFoundError('The bytes of this upload are not stored.');
  for (const { path, sha256 } of files) {
    if (!(await blobs.has(sha256))) throw new NotFoundError(`The bytes of ${path} are not stored.`);
  }
  const archive = pack();
  const addAll = async () => {
    for (const { path, sha256, sizeBytes } of files) {
      const entry = archive.entry({ name: path, size: Number(sizeBytes) });
      await pipeline(await blobs.read(sha256), entry);
    }
    archive.finalize();
  };
  addAll().catch((error: Error) => archive.destroy(error));
  return Readable.from(archive);
}

/** True when the upload can be read again. */
export async function hasUploadContent(
  database: Database,
  blobs: BlobStore,
  upload: UploadToOpen,
): Promise<boolean> {
  if (await blobs.has(upload.sha256)) return true;
  const file = await database.prisma.artifact.findFirst({
    where: { uploadId: upload.id },
    select: { sha256: true },
  });
  return file !== null && blobs.has(file.sha256);
}
