import { Readable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import type { UploadFiles } from '../files/upload-files';
import { IngestError } from '../ingest-error';
import type { Bytes } from './byte-stream';
import { nameOfBytes, toSafePath } from './entry-path';
import { guardTar } from './tar-guard';

/** A file of an archive, or of the upload. */
export interface Member {
  path: string;
  /** As announced, null when unknown. */
  size: number | null;
  /** Archives around it inside the upload: 0 for a member of the upload itself. */
  depth: number;
}

export interface ArchiveLocation {
  /** Directory of the members, null at the top of the upload. */
  directory: string | null;
  /** Archives around them inside the upload. */
  depth: number;
  /** Reads a member, which may be an archive itself. */
  readMember(files: UploadFiles, member: Member, bytes: Bytes): Promise<void>;
}

/**
 * Reads every file of a tar archive. Links, devices, sparse files, directories with content and paths outside the archive
 * are skipped and reported.
 *
 * @param bytes the archive, unpacked
 * @throws IngestError ARCHIVE_UNREADABLE, ARCHIVE_TOO_LARGE
 */
export async function readTar(files: UploadFiles, bytes: Bytes, location: ArchiveLocation): Promise<void> {
  const before = files.artifacts.length;
  const archive = extract(READ_AS);
  const guard = guardTar(({ name, size, reason }) => {
    files.countEntry(size);
    if (reason !== null) files.note('UNSAFE_ENTRY', toName(name), `skipped, because ${reason}`);
  });
  let fault: unknown = null;
  const onFault = (error: unknown) => {
    fault = error;
  };
  const source = Readable.from(guarded(bytes, guard, onFault), { objectMode: false });
  source.once('error', (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      const content = new EntryContent(entry);
      await readEntry(files, { header: entry.header, bytes: content.bytes }, location);
      await content.skipRest();
    }
    if (fault !== null) throw fault;
    if (!guard.isEnded && files.artifacts.length > before)
      files.note('TRUNCATED_LOG', location.directory, 'the archive has no end mark: files may be missing');
  } catch (cause) {
    // What the bytes come from (a packed archive that is cut) has its own errors.
    if (!(cause instanceof Error) || !isTarError(cause)) throw cause;
    // The guard knows where.
    if (fault !== null) throw fault;
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

/** Errors of the tar format itself, as tar-stream words them. The guard leaves it little to find. */
function isTarError({ message }: Error): boolean {
  return /^(?:Unexpected end of data|Invalid (?:tar )?header|Header exceeds)/.test(message);
}

/** Ends where the guard finds a fault, so that what comes before it is read. */
async function* guarded(
  bytes: Bytes,
  guard: ReturnType<typeof guardTar>,
  onFault: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    const isSound = tryTo(() => guard.push(chunk), onFault);
    yield* guard.flush();
    if (!isSound) return;
  }
  tryTo(() => guard.end(), onFault);
}

function tryTo(work: () => void, onError: (error: unknown) => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    onError(error);
    return false;
  }
}

/**
 * Latin-1 keeps every byte of a name; `toName` makes text of it. Archives from before ustar are read, too: the guard knows
 * a header by its checksum. Options that the types of tar-stream lack.
 */
const READ_AS: object = { filenameEncoding: 'latin1', allowUnknownFormat: true };

interface TarEntry {
  header: Header;
  bytes: Bytes;
}

/** Extended headers hold UTF-8, which is decoded already; other names come a character for each byte. */
function toName(name: string): string {
  const isDecoded = [...name].some((character) => character > '\u00ff');
  return isDecoded ? name : nameOfBytes(Buffer.from(name, 'latin1'));
}

async function readEntry(
  files: UploadFiles,
  { header, bytes }: TarEntry,
  { directory, depth, readMember }: ArchiveLocation,
): Promise<void> {
  const { type, size = 0 } = header;
  const name = toName(header.name);
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

/**
 * The content of an archive entry, for a reader that may leave it anywhere. A reader that is left itself (a stream that
 * reads ahead of damaged packed data) may still ask for more: it gets nothing, because of two that ask one of them
 * would wait for ever.
 */
class EntryContent {
  readonly #source: AsyncIterator<unknown>;
  #asked: Promise<unknown> | null = null;
  #isLeft = false;

  constructor(source: AsyncIterable<unknown>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Has no `return`: an entry that is closed closes its archive. */
  get bytes(): Bytes {
    return { [Symbol.asyncIterator]: () => ({ next: () => this.#next() }) };
  }

  #next(): Promise<IteratorResult<Buffer>> {
    if (this.#isLeft) return Promise.resolve({ done: true, value: undefined });
    const asked = this.#source.next() as Promise<IteratorResult<Buffer>>;
    this.#asked = asked;
    return asked;
  }

  /** Skips what was not read: the next entry comes after it. */
  async skipRest(): Promise<void> {
    this.#isLeft = true;
    await this.#asked;
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next());
  }
}
