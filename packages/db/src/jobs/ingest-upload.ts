import { IngestError, readUploadStream } from '@basecase/ingest';
import type { BlobStore } from '../blob-store';
import type { Database } from '../database';
import { SettingError } from '../errors';
import { importParsed } from '../import/import-parsed';

/**
 * Reads an upload that is waiting in the blob store: queued → reading → stored or failed. Runs that are stored
 * already stay as they are when it fails; the upload then says why.
 *
 * @throws Error when something other than the upload is at fault (a lost connection, a full disk); the upload is
 *   marked as failed then, too
 */
export async function ingestUpload(database: Database, blobs: BlobStore, uploadId: number): Promise<void> {
  const upload = await database.prisma.upload.update({
    where: { id: uploadId },
    data: { state: 'reading' },
  });
  const staged = blobs.stage();
  try {
    const content = await blobs.read(upload.sha256);
    const parsed = await readUploadStream(content, upload.filename, { sink: staged.sink });
    const input = {
      upload: {
        sha256: upload.sha256,
        filename: upload.filename,
        sizeBytes: Number(upload.sizeBytes),
        origin: upload.origin,
        // What the uploader said is in the row, and the import takes it from there.
        server: null,
        settings: {},
      },
      parsed,
      configTexts: staged.configTexts,
    };
    await importParsed(database, input, () => staged.publish());
  } catch (error) {
    const isTheUploads = error instanceof IngestError || error instanceof SettingError;
    await database.prisma.upload.update({
      where: { id: uploadId },
      data: {
        state: 'failed',
        errorCode: isTheUploads ? error.code : 'INTERNAL',
        errorMessage: isTheUploads
          ? error.message
          : 'Reading stopped for a reason that is not in the upload.',
      },
    });
    if (!isTheUploads) throw error;
  } finally {
    await staged.discard();
  }
}
