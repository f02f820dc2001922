import type { BlobStore } from '../blobs/blob-store';
import { deleteUnnamed } from '../blobs/delete-unnamed';
import type { Database } from '../database';

/** Removes what came of an upload that ended without being stored now: cancelled. */
export async function removeRawBytes(database: Database, blobs: BlobStore, uploadId: number): Promise<void> {
  const upload = await database.prisma.upload.findUnique({
    where: { id: uploadId },
    select: { sha256: true },
  });
  if (upload) await deleteUnnamed(database, blobs, { candidates: [upload.sha256] });
}
