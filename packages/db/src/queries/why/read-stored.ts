import { IngestError, type ReadDetails, readDetails } from '@basecase/ingest';
import type { BlobStore } from '../../blobs/blob-store';
import { NotFoundError } from '../../errors';

/** A file of an upload, as far as reading it needs. */
export interface StoredArtifact {
  id: number;
  path: string;
  kind: string;
  sha256: string;
}

/**
 * Details of a stored file, or why it has none. The fault of one file is shown next to the content of the others; any
 * other error is a fault of the server, and thrown.
 */
export async function readStored(
  blobs: BlobStore,
  file: Pick<StoredArtifact, 'path' | 'sha256'>,
): Promise<ReadDetails | { reason: string }> {
  try {
    const content = await blobs.read(file.sha256);
    try {
      return await readDetails(content, file.path);
    } finally {
      content.destroy();
    }
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof IngestError) return { reason: error.message };
    throw error;
  }
}
