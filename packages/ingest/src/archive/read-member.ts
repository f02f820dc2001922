import type { FileReader } from '../files/file-reader';
import { EntryTooLargeError, type UploadFiles } from '../files/upload-files';
import { IngestError } from '../ingest-error';
import { type Bytes, peek, unpacked } from './byte-stream';

/**
 * Reads one file of an upload from a stream, unpacked when it is packed (`sb.o.scan.range100.pk1.dop1.gz`). A damaged
 * file is reported and does not sink the upload.
 *
 * @throws IngestError when the upload itself is damaged or over its limits
 */
export async function readMember(
  files: UploadFiles,
  member: { path: string; size: number | null },
  source: Bytes,
): Promise<void> {
  const file = files.open(member.path, member.size);
  if (!file) return;
  try {
    const peeked = await peek(source);
    await copyInto(files, file, markDamage(unpacked(peeked, files.limits), peeked.bytes));
  } catch (error) {
    if (error instanceof EntryTooLargeError || isBomb(error)) {
      await file.abort();
      files.noteTooLarge(member.path);
      return;
    }
    if (!(error instanceof MemberDamagedError)) {
      await file.abort();
      throw error;
    }
    file.reporter.report('TRUNCATED_LOG', `${error.message} What could be unpacked was read.`);
  }
  await files.close(file);
}

async function copyInto(files: UploadFiles, file: FileReader, bytes: Bytes): Promise<void> {
  for await (const chunk of bytes) {
    const wait = files.write(file, chunk);
    if (wait) await wait;
  }
}

/** The packed file is damaged, not the archive around it. */
class MemberDamagedError extends Error {}

/** Tells damage of a packed member from damage of the archive that it is read from. */
async function* markDamage(bytes: Bytes, raw: Bytes): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    const isPacked = bytes !== raw;
    if (isPacked && error instanceof IngestError && error.code === 'ARCHIVE_UNREADABLE') {
      throw new MemberDamagedError(error.message, { cause: error });
    }
    throw error;
  }
}

function isBomb(error: unknown): boolean {
  return (
    error instanceof IngestError && error.code === 'ARCHIVE_TOO_LARGE' && error.message.startsWith('unpacks')
  );
}
