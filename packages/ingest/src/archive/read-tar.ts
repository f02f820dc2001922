import { Readable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import type { UploadFiles } from '../files/upload-files';
import { IngestError } from '../ingest-error';
import type { Bytes } from './byte-stream';
import { nameOfBytes, toSafePath } from './entry-path';

/** A file of an archive, or of the upload. */
export interface Member {
  path: string;
  /** As announced, null when unknown. */
  size: number | null;
  /** Archives around it inside the upload: 0 for a member of the upload itself. */
  depth: number;
}

export interface TarLocation {
  /** Directory of the members, null at the top of the upload. */
  directory: string | null;
  /** Archives around them inside the upload. */
  depth: number;
  /** Reads a member, which may be an archive itself. */
  readMember(files: UploadFiles, member: Member, bytes: Bytes): Promise<void>;
}

/** An archive ends with blocks of zeros of this size. */
const TAR_BLOCK = 512;

/**
 * Reads every file of a tar archive. Links, devices, sparse files and paths outside the archive are skipped and
 * reported.
 *
 * @param bytes the archive, unpacked
 * @throws IngestError ARCHIVE_UNREADABLE, ARCHIVE_TOO_LARGE
 */
export async function readTar(files: UploadFiles, bytes: Bytes, location: TarLocation): Promise<void> {
  const before = files.artifacts.length;
  const archive = extract(NAMES_AS_BYTES);
  const end = { marked: false };
  const source = Readable.from(watchEnd(bytes, end), { objectMode: false });
  source.once('error', (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      const rest = entry[Symbol.asyncIterator]();
      await readEntry(files, { header: entry.header, bytes: undisposed(rest) }, location);
      // What was not read is skipped: the next entry comes after it.
      for (let next = await rest.next(); !next.done; next = await rest.next());
    }
    if (!end.marked && files.artifacts.length > before)
      files.note('TRUNCATED_LOG', location.directory, 'the archive has no end mark: files may be missing');
  } catch (cause) {
    // What the bytes come from (a packed archive that is cut) has its own errors.
    if (!(cause instanceof Error) || !isTarError(cause)) throw cause;
    throw new IngestError(
      'ARCHIVE_UNREADABLE',
      `damaged or cut tar archive (${cause.message}) after ${files.artifacts.length - before} files. Make or copy it again.`,
      { cause },
    );
  } finally {
    // Lets go of the stream when reading stopped early.
    source.destroy();
  }
}

/** Errors of the tar format itself, as tar-stream words them. */
function isTarError({ message }: Error): boolean {
  return /^(?:Unexpected end of data|Invalid tar header|Invalid pax|Size mismatch)/i.test(message);
}

/** A stream that its reader may leave without closing it: a closed entry would close the archive. */
function undisposed(iterator: AsyncIterator<unknown>): Bytes {
  return {
    [Symbol.asyncIterator]: () => ({ next: () => iterator.next() as Promise<IteratorResult<Buffer>> }),
  };
}

/** Latin-1 keeps every byte of a name; `nameOf` makes text of it. An option that the types of tar-stream lack. */
const NAMES_AS_BYTES: object = { filenameEncoding: 'latin1' };

interface TarEntry {
  header: Header;
  bytes: Bytes;
}

/** Extended headers hold UTF-8, which is decoded already; other names come a character for each byte. */
function nameOf({ name }: Header): string {
  const isDecoded = [...name].some((character) => character > '\u00ff');
  return isDecoded ? name : nameOfBytes(Buffer.from(name, 'latin1'));
}

async function readEntry(
  files: UploadFiles,
  { header, bytes }: TarEntry,
  { directory, depth, readMember }: TarLocation,
): Promise<void> {
  const { type, size = 0 } = header;
  const name = nameOf(header);
  if (type === 'directory') {
    files.countEntry();
    return;
  }
  const path = toSafePath(name);
  const below = directory === null ? path : `${directory}/${path}`;
  if (path === null || below === null || (type !== 'file' && type !== 'contiguous-file')) {
    const reason =
      path === null
        ? 'its path leaves the archive or is too long'
        : `it is a ${type ?? 'entry of unknown type'}`;
    files.countEntry(size);
    files.note('UNSAFE_ENTRY', name, `skipped, because ${reason}`);
    return;
  }
  await readMember(files, { path: below, size, depth }, bytes);
}

/** Notes whether the last block is one of zeros: an archive that was cut between two files has none. */
async function* watchEnd(bytes: Bytes, end: { marked: boolean }): AsyncGenerator<Buffer> {
  let tail = Buffer.alloc(0);
  for await (const chunk of bytes) {
    tail = Buffer.from(
      chunk.length >= TAR_BLOCK
        ? chunk.subarray(-TAR_BLOCK)
        : Buffer.concat([tail, chunk]).subarray(-TAR_BLOCK),
    );
    yield chunk;
  }
  end.marked = tail.every((byte) => byte === 0);
}
