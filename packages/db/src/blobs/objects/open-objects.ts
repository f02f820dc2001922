import { createReadStream, type Dirent, lstatSync, mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BlobStoreError, NotFoundError } from '../../errors';
import { BLOB_LOCATIONS, isBlobLocation, isS3Location } from '../../settings/blob-location.mjs';
import {
  asUnwritable,
  type ByteRange,
  kindOf,
  type ObjectKind,
  type ObjectStore,
  requireWritable,
  type StoredObject,
} from './object-store';
import { openS3 } from './s3/s3-objects';
import { readS3Settings, type S3Environment, type S3Settings } from './s3/s3-settings';

/** What opens a blob store, in another process too: it may hold keys, so it is for no log and no argument. */
export type BlobAccess = { folder: string } | { s3: S3Settings; incoming: string };

/**
 * @param location a folder, or `s3://bucket/prefix`
 * @param env keys and address of S3
 * @throws BlobStoreError for settings that can't be used
 */
export function readBlobAccess(location: string, env: S3Environment): BlobAccess {
  if (!isBlobLocation(location))
    throw new BlobStoreError('BLOBS_SETTING', `BASECASE_BLOBS must be ${BLOB_LOCATIONS}.`);
  if (!isS3Location(location)) return { folder: location };
  return { s3: readS3Settings(location, env), incoming: incomingFolder() };
}

export function openObjects(access: BlobAccess): ObjectStore {
  return 'folder' in access ? openFolder(access.folder) : openS3(access.s3, access.incoming);
}

/**
 * Where files wait until they are sent to S3: in the folder for temporary files (TMPDIR). Raw bytes may hold secrets,
 * and others may write there, too, so it has to be ours alone.
 */
function incomingFolder(): string {
  const uid = process.getuid?.() ?? 0;
  const folder = path.join(tmpdir(), `basecase-incoming-${uid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BlobStoreError(
      'BLOBS_SETTING',
      `The folder for files on their way to S3, ${folder}, can't be made (${why}). Name another folder in TMPDIR.`,
    );
  }
  const stats = lstatSync(folder);
  if (
    stats.isDirectory() &&
    (process.platform === 'win32' || (stats.uid === uid && (stats.mode & 0o77) === 0))
  )
    return folder;
  throw new BlobStoreError(
    'BLOBS_SETTING',
    `The folder for files on their way to S3, ${folder}, belongs to another user or is open to others. Remove it, or name another folder in TMPDIR.`,
  );
}

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
