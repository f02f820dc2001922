import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import type { UploadFiles } from '../files/upload-files';
import { IngestError } from '../ingest-error';
import type { Bytes } from './byte-stream';
import { toSafePath } from './entry-path';
import { readMember } from './read-member';

/**
 * Reads every file of a tar archive. Links, devices and paths outside the archive are skipped and reported.
 *
 * @param bytes the archive, unpacked
 * @throws IngestError ARCHIVE_UNREADABLE, ARCHIVE_TOO_LARGE
 */
export async function readTar(files: UploadFiles, bytes: Bytes): Promise<void> {
  const archive = extract();
  const source = Readable.from(bytes, { objectMode: false });
  source.once('error', (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      const { name, type, size } = entry.header;
      const path = toSafePath(name);
      if (type === 'directory') {
        entry.resume();
      } else if (path === null || (type !== 'file' && type !== 'contiguous-file')) {
        const reason =
          path === null ? 'its path leaves the archive' : `it is a ${type ?? 'entry of unknown type'}`;
        files.note('UNSAFE_ENTRY', name, `skipped, because ${reason}`);
        entry.resume();
      } else {
        await readMember(files, { path, size }, entry as unknown as Bytes);
        entry.resume();
      }
    }
  } catch (cause) {
    if (cause instanceof IngestError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new IngestError(
      'ARCHIVE_UNREADABLE',
      `damaged or cut tar archive (${reason}) after ${files.artifacts.length} files. Make or copy it again.`,
      { cause },
    );
  } finally {
    source.destroy();
  }
}
