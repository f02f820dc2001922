import { createReadStream, type Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { NotFoundError } from '../../errors';
import { type ByteRange, kindOf, type ObjectKind, type ObjectStore, type StoredObject } from './object-store';
import { asUnwritable, requireWritable } from './unwritable';

/**
 * Objects as files of a folder, which is made when something is stored. A file is complete or absent: it is written
 * in `tmp/` and renamed.
 *
 * @param directory on one file system
 */
export function openFolder(directory: string): ObjectStore {
  const pathOf = (name: string) => path.join(directory, name);
  const place = { incoming: directory, isRemote: false };
  const failed = (error: unknown): never => {
    throw asUnwritable(error, place);
  };
  return {
    location: directory,
    ...place,
    maxBytes: Number.POSITIVE_INFINITY,
    async put(name, file) {
      if ((await sizeOf(pathOf(name))) !== null) return;
      await mkdir(path.dirname(pathOf(name)), { recursive: true, mode: 0o700 }).catch(failed);
      await rename(file.path, pathOf(name)).catch(failed);
    },
    size: (name) => sizeOf(pathOf(name)),
    read: (name, range) => readFrom(pathOf(name), range),
    list: (kind) => listFiles(directory, kind),
    remove: (name) => rm(pathOf(name), { force: true }).catch(failed),
    check: () => requireWritable(place, ['tmp', 'packs', 'singles']),
  };
}

async function sizeOf(file: string): Promise<number | null> {
  return (await orNull(stat(file)))?.size ?? null;
}

/** Opened here and not by the stream, so that a file that is not there is an answer and no broken stream. */
async function readFrom(file: string, range?: ByteRange): Promise<Readable> {
  const handle = await orNull(open(file));
  if (!handle) throw new NotFoundError('The bytes are not in the blob store.');
  const part = range && { start: range.start, end: range.start + range.length - 1 };
  return createReadStream('', { fd: handle, ...part });
}

async function* listFiles(directory: string, kind: ObjectKind): AsyncGenerator<StoredObject[]> {
  for await (const folder of foldersOf(directory, kind)) {
    const found: StoredObject[] = [];
    for (const entry of await entriesOf(path.join(directory, folder))) {
      const name = `${folder}/${entry.name}`;
      if (kindOf(name) !== kind) continue;
      // Null: deleted since the folder was read.
      const bytes = await sizeOf(path.join(directory, name));
      if (bytes !== null) found.push({ name, bytes });
    }
    if (found.length > 0) yield found;
  }
}

/** Folders that hold objects of a kind, by their names. */
async function* foldersOf(directory: string, kind: ObjectKind): AsyncGenerator<string> {
  const top = await entriesOf(directory);
  if (kind === 'single') {
    for (const { name } of top) if (/^[0-9a-f]{2}$/.test(name)) yield name;
  }
  const kinds = kind === 'single' ? 'singles' : 'packs';
  for (const { name: owner } of await entriesOf(path.join(directory, kinds))) {
    for (const { name } of await entriesOf(path.join(directory, kinds, owner)))
      yield `${kinds}/${owner}/${name}`;
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Null for what is not there. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
