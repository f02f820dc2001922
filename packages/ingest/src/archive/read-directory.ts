import {
  closeSync,
  constants,
  createReadStream,
  type Dirent,
  fstatSync,
  openSync,
  type ReadStream,
  readdirSync,
  readSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EntryTooLargeError, type UploadFiles } from '../files/upload-files';
import { IngestError } from '../ingest-error';
import { READ_BYTES } from '../limits';
import { nameOfBytes, showName } from './entry-path';
import { findCompression, isZip, startsTar } from './magic';
import { readMember } from './read-member';

/** Other work of the process gets a turn after this many bytes, of which a file counts as at least so many. */
const TURN_BYTES = 8 * 1024 * 1024;
const FILE_BYTES = 16 * 1024;

/**
 * Reads every file of a directory and those below it, in the order of names. Links and devices are skipped and
 * reported. Reads are synchronous: a run has a thousand small files, and a promise for each costs more than the file.
 *
 * @throws IngestError ARCHIVE_TOO_LARGE, TIME_LIMIT; the reason of an aborted signal
 */
export async function readDirectory(files: UploadFiles, root: string): Promise<void> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let sinceTurn = 0;
  for (const place of listFiles(files, { absolute: root, shown: '' })) {
    sinceTurn += Math.max(FILE_BYTES, await readFile(files, place, buffer));
    if (sinceTurn < TURN_BYTES) continue;
    sinceTurn = 0;
    await setImmediate();
  }
}

interface EntryPath {
  /** Bytes where the name is not UTF-8: as text it would be another name. */
  absolute: string | Buffer;
  /** Path within the upload. */
  shown: string;
}

function* listFiles(files: UploadFiles, directory: EntryPath): Generator<EntryPath> {
  for (const { name, entry } of tryList(files, directory)) {
    const shownName = showName(typeof name === 'string' ? name : nameOfBytes(name));
    const entryPath = {
      absolute: join(directory.absolute, name),
      shown: directory.shown === '' ? shownName : `${directory.shown}/${shownName}`,
    };
    if (entry.isFile()) {
      yield entryPath;
      continue;
    }
    files.countEntry();
    if (entry.isDirectory()) yield* listFiles(files, entryPath);
    else files.note('UNSAFE_ENTRY', entryPath.shown, 'skipped, because it is a link or a device');
  }
}

/** Nothing for a directory below the upload's that cannot be listed: it may be gone since its name was read. */
function tryList(files: UploadFiles, { absolute, shown }: EntryPath): NamedEntry[] {
  try {
    return listEntries(absolute);
  } catch (error) {
    if (shown === '') throw new IngestError('NOT_FOUND', (error as Error).message, { cause: error });
    noteUnopened(files, shown, error);
    return [];
  }
}

interface NamedEntry {
  name: string | Buffer;
  entry: Dirent | Dirent<Buffer>;
}

/** Sorted by name. Names come as text unless one of them is no UTF-8, which is rare and costs a second listing. */
function listEntries(directory: string | Buffer): NamedEntry[] {
  const entries = readdirSync(directory, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (!entries.some(({ name }) => name.includes('\ufffd')))
    return entries.map((entry) => ({ name: entry.name, entry }));
  const raw = readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  raw.sort((a, b) => Buffer.compare(a.name, b.name));
  return raw.map((entry) => ({ name: entry.name, entry }));
}

function join(directory: string | Buffer, name: string | Buffer): string | Buffer {
  if (typeof directory === 'string' && typeof name === 'string') return path.join(directory, name);
  return Buffer.concat([Buffer.from(directory), Buffer.from(path.sep), Buffer.from(name)]);
}

/** @returns bytes read */
async function readFile(files: UploadFiles, place: EntryPath, buffer: Buffer): Promise<number> {
  const descriptor = tryOpen(files, place);
  if (descriptor === null) return 0;
  let isOwn = true;
  try {
    const size = fill(buffer, descriptor);
    const head = buffer.subarray(0, size);
    if (findCompression(head) || startsTar(head) || isZip(head, place.shown)) {
      isOwn = false;
      await readStream(files, descriptor, place.shown);
      return size;
    }
    return await readPlain(files, { descriptor, shown: place.shown }, { buffer, size });
  } catch (error) {
    if (!(error instanceof FileUnreadableError)) throw error;
    noteUnopened(files, place.shown, error);
    return 0;
  } finally {
    if (isOwn) closeSync(descriptor);
  }
}

/** @param first what was read of it already */
async function readPlain(
  files: UploadFiles,
  { descriptor, shown }: { descriptor: number; shown: string },
  first: { buffer: Buffer; size: number },
): Promise<number> {
  const file = files.open(shown, null);
  if (!file) return 0;
  let { size } = first;
  try {
    const { buffer } = first;
    for (let read = size, isLast = false; read > 0; read = isLast ? 0 : fill(buffer, descriptor)) {
      isLast = read < buffer.length;
      const wait = files.write(file, buffer.subarray(0, read), isLast);
      if (wait) await wait;
      size += read;
    }
  } catch (error) {
    await file.abort();
    if (!(error instanceof EntryTooLargeError)) throw error;
    files.noteTooLarge(shown);
    return size;
  }
  await files.close(file);
  return size;
}

/** Reads what is packed or an archive. Closes the descriptor. */
async function readStream(files: UploadFiles, descriptor: number, shown: string): Promise<void> {
  const { signal } = files.stop;
  // By its descriptor: under its name may be another file by now.
  const from = { fd: descriptor, start: 0, highWaterMark: READ_BYTES };
  const stream = createReadStream('', { ...from, ...(signal && { signal }) });
  try {
    await readMember(files, { path: shown, size: null, depth: 0 }, chunksOf(stream));
  } finally {
    stream.destroy();
  }
}

/** The system does not give the bytes of a file: it is skipped, the upload is not. */
class FileUnreadableError extends Error {}

/** Reads until the buffer is full or the file ends. @returns bytes read: fewer than the buffer has where it ends */
function fill(buffer: Buffer, descriptor: number): number {
  let size = 0;
  try {
    while (size < buffer.length) {
      const read = readSync(descriptor, buffer, size, buffer.length - size, null);
      if (read === 0) break;
      size += read;
    }
    return size;
  } catch (cause) {
    throw new FileUnreadableError((cause as Error).message, { cause });
  }
}

async function* chunksOf(stream: ReadStream): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (cause) {
    throw new FileUnreadableError((cause as Error).message, { cause });
  }
}

/** A name may change its meaning after it was listed: a link is not followed, a pipe is not waited for. */
const OPEN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function tryOpen(files: UploadFiles, { absolute, shown }: EntryPath): number | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(absolute, OPEN);
    if (fstatSync(descriptor).isFile()) return descriptor;
    files.note('UNSAFE_ENTRY', shown, 'skipped, because it is not a file any more');
  } catch (error) {
    noteUnopened(files, shown, error);
  }
  if (descriptor !== null) closeSync(descriptor);
  return null;
}

function noteUnopened(files: UploadFiles, shown: string, error: unknown): void {
  // `ENOENT: no such file or directory, open '/home/...'`: the path is known, and may be kilobytes.
  const reason = (error as Error).message.replace(/, \w+(?: '.*)?$/s, '');
  files.note('UNSAFE_ENTRY', shown, `skipped, cannot be read: ${reason}`);
}
