import type { FileReader } from '../files/file-reader';
import { EntryTooLargeError, type UploadFiles } from '../files/upload-files';
import { IngestError } from '../ingest-error';
import { archiveDirectory } from '../label';
import { type Bytes, discard, type Peeked, peek, unpacked } from './byte-stream';
import { isZip, startsTar } from './magic';
import { MemberDamagedError } from './member-damaged';
import { type Member, readTar } from './read-tar';
import { readZip } from './zip/read-zip';

/** Archives inside an upload are opened this deep: a directory of artifacts of a CI has zips, and a tarball in each. */
const MAX_DEPTH = 2;

/**
 * Reads one file of an upload from a stream, unpacked when it is packed (`sb.o.scan.range100.pk1.dop1.gz`). An archive
 * is opened, its members get its path without the suffix as their directory. A damaged file or archive is reported and
 * does not sink the upload.
 *
 * @throws IngestError when the upload itself is damaged or over its limits
 */
export async function readMember(files: UploadFiles, member: Member, source: Bytes): Promise<void> {
  // Damage of a member of a zip archive is met here: it is its own.
  const raw = await peek(source, { late: true });
  const bytes = unpacked(raw, files.limits, files.expansion);
  const isPacked = bytes !== raw.bytes;
  const content = isPacked ? await peek(markDamage(bytes), { late: true }) : raw;
  const read = member.depth < MAX_DEPTH ? readerOf(content.head, member.path) : null;
  if (read) await readInner(files, member, { content, read });
  else await readFile(files, isPacked ? { ...member, size: null } : member, content);
}

type ReadArchive = typeof readTar;

/** What reads an archive with these first bytes; null for another file. */
function readerOf(head: Buffer, path: string): ReadArchive | null {
  if (isZip(head, path)) return readZip;
  return startsTar(head) ? readTar : null;
}

async function readInner(
  files: UploadFiles,
  { path, size, depth }: Member,
  { content, read }: { content: Peeked; read: ReadArchive },
): Promise<void> {
  files.countEntry();
  const before = files.artifacts.length;
  try {
    await read(files, content.bytes, { directory: archiveDirectory(path), depth: depth + 1, readMember });
  } catch (error) {
    const opened = `${files.artifacts.length - before} of its files were read`;
    if (isBomb(error, /unpacks to more/)) {
      files.note('ENTRY_TOO_LARGE', path, `${(error as Error).message}; ${opened}`);
      return;
    }
    if (!(error instanceof MemberDamagedError) && !isUnreadable(error)) throw error;
    // The archive around it may be what is damaged: then it is found so when its next entry is read.
    const packed = size === null ? '' : ` of ${size} bytes`;
    files.note(
      'TRUNCATED_LOG',
      path,
      `damaged or cut archive${packed} (${(error as Error).message}); ${opened}`,
    );
  }
}

async function readFile(files: UploadFiles, { path, size }: Member, content: Peeked): Promise<void> {
  const file = files.open(path, size);
  if (!file) return discard(content);
  try {
    await copyInto(files, file, content.bytes);
  } catch (error) {
    if (error instanceof EntryTooLargeError || isBomb(error)) {
      await file.abort();
      files.noteTooLarge(path);
      return;
    }
    if (!(error instanceof MemberDamagedError)) {
      await file.abort();
      throw error;
    }
    files.note('TRUNCATED_LOG', path, `${error.message} What could be unpacked was read.`);
  }
  await files.close(file);
}

async function copyInto(files: UploadFiles, file: FileReader, bytes: Bytes): Promise<void> {
  for await (const chunk of bytes) {
    const wait = files.write(file, chunk);
    if (wait) await wait;
  }
}

/** Tells damage of a packed member from damage of the archive that it is read from. */
async function* markDamage(bytes: Bytes): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (isUnreadable(error)) throw new MemberDamagedError(error.message, { cause: error });
    throw error;
  }
}

function isUnreadable(error: unknown): error is IngestError {
  return error instanceof IngestError && error.code === 'ARCHIVE_UNREADABLE';
}

/** @param message one member that unpacks to too much is left out, a zip archive of them ends */
function isBomb(error: unknown, message = /^unpacks to more/): boolean {
  return error instanceof IngestError && error.code === 'ARCHIVE_TOO_LARGE' && message.test(error.message);
}
