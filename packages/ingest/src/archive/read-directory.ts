import { closeSync, createReadStream, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EntryTooLargeError, type UploadFiles } from '../files/upload-files';
import { READ_BYTES } from '../limits';
import { findCompression } from './magic';
import { readMember } from './read-member';

/** Other work of the process gets a turn after this many bytes. */
const TURN_BYTES = 8 * 1024 * 1024;

/**
 * Reads every file of a directory and those below it, in the order of names. Links and devices are skipped and
 * reported. Reads are synchronous: a run has a thousand small files, and a promise for each costs more than the file.
 *
 * @throws IngestError ARCHIVE_TOO_LARGE
 */
export async function readDirectory(files: UploadFiles, root: string): Promise<void> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let sinceTurn = 0;
  for (const relative of listFiles(files, root)) {
    sinceTurn += await readFile(files, { root, relative, buffer });
    if (sinceTurn < TURN_BYTES) continue;
    sinceTurn = 0;
    await setImmediate();
  }
}

function* listFiles(files: UploadFiles, root: string, below = ''): Generator<string> {
  const entries = readdirSync(path.join(root, below), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const relative = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) yield relative;
    else if (entry.isDirectory()) yield* listFiles(files, root, relative);
    else files.note('UNSAFE_ENTRY', relative, 'skipped, because it is a link or a device');
  }
}

/** @returns bytes read */
async function readFile(
  files: UploadFiles,
  from: { root: string; relative: string; buffer: Buffer },
): Promise<number> {
  const absolute = path.join(from.root, from.relative);
  const descriptor = tryOpen(files, absolute, from.relative);
  if (descriptor === null) return 0;
  try {
    let size = readSync(descriptor, from.buffer);
    if (findCompression(from.buffer.subarray(0, size))) {
      await readMember(files, { path: from.relative, size: null }, createReadStream(absolute));
      return size;
    }
    const file = files.open(from.relative, null);
    if (!file) return 0;
    try {
      for (let read = size; read > 0; read = readSync(descriptor, from.buffer)) {
        const wait = files.write(file, from.buffer.subarray(0, read));
        if (wait) await wait;
        size += read;
      }
    } catch (error) {
      await file.abort();
      if (!(error instanceof EntryTooLargeError)) throw error;
      files.noteTooLarge(from.relative);
      return size;
    }
    await files.close(file);
    return size;
  } finally {
    closeSync(descriptor);
  }
}

function tryOpen(files: UploadFiles, absolute: string, relative: string): number | null {
  try {
    return openSync(absolute, 'r');
  } catch (error) {
    files.note('UNSAFE_ENTRY', relative, `skipped, cannot be opened: ${(error as Error).message}`);
    return null;
  }
}
