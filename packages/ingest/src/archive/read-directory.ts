import { closeSync, createReadStream, type Dirent, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EntryTooLargeError, type UploadFiles } from '../files/upload-files';
import { READ_BYTES } from '../limits';
import { nameOfBytes, showName } from './entry-path';
import { findCompression, startsArchive } from './magic';
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
  for (const { name, entry } of listEntries(directory.absolute)) {
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
async function readFile(files: UploadFiles, { absolute, shown }: EntryPath, buffer: Buffer): Promise<number> {
  const descriptor = tryOpen(files, absolute, shown);
  if (descriptor === null) return 0;
  try {
    let size = readSync(descriptor, buffer);
    const head = buffer.subarray(0, size);
    if (findCompression(head) || startsArchive(head)) {
      await readStream(files, { absolute, shown });
      return size;
    }
    const file = files.open(shown, null);
    if (!file) return 0;
    try {
      for (let read = size; read > 0; read = readSync(descriptor, buffer)) {
        const wait = files.write(file, buffer.subarray(0, read));
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
  } finally {
    closeSync(descriptor);
  }
}

/** Reads what is packed or an archive. */
async function readStream(files: UploadFiles, { absolute, shown }: EntryPath): Promise<void> {
  const { signal } = files.stop;
  const stream = createReadStream(absolute, { highWaterMark: READ_BYTES, ...(signal && { signal }) });
  try {
    await readMember(files, { path: shown, size: null, depth: 0 }, stream);
  } finally {
    stream.destroy();
  }
}

function tryOpen(files: UploadFiles, absolute: string | Buffer, shown: string): number | null {
  try {
    return openSync(absolute, 'r');
  } catch (error) {
    files.note('UNSAFE_ENTRY', shown, `skipped, cannot be opened: ${(error as Error).message}`);
    return null;
  }
}
