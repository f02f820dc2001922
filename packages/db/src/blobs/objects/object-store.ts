import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BlobStoreError } from '../../errors';
import { ownerLives, ownerText, parseOwner, thisOwner } from '../blob-owner';

/** A finished file on this machine's disk. */
export interface LocalFile {
  path: string;
  bytes: number;
}

/** Some of an object, in bytes. */
export interface ByteRange {
  start: number;
  length: number;
}

export interface StoredObject {
  name: string;
  bytes: number;
}

/** The kind of an object, by its name: a pack of files, or the bytes of one content. */
export type ObjectKind = 'pack' | 'single';

/**
 * Where the bytes lie: objects with names, in a folder or in a bucket of S3. An object is whole or absent, and never
 * changes. What is in it, and who needs it, is not known here.
 */
export interface ObjectStore {
  /** As BASECASE_BLOBS names it: a folder, or `s3://bucket/prefix`. */
  readonly location: string;
  /** Folder for what is on its way in: room for the largest upload. */
  readonly incoming: string;
  /** True when storing takes as long as sending: not while others wait for a transaction. */
  readonly isRemote: boolean;
  /** Largest size of one object; infinite in a folder. */
  readonly maxBytes: number;
  /** Stores a file, and may move it. An existing object of that name is kept. */
  put(name: string, file: LocalFile): Promise<void>;
  /** Its length; null when it is not there. */
  size(name: string): Promise<number | null>;
  /** @throws NotFoundError */
  read(name: string, range?: ByteRange): Promise<Readable>;
  /** All objects of a kind, some at a time. Other objects are ignored. */
  list(kind: ObjectKind): AsyncIterable<StoredObject[]>;
  /** A missing object is fine. */
  remove(name: string): Promise<void>;
  /** Asks whether it can be used at all. @throws BlobStoreError */
  check(): Promise<void>;
}

/** Error for more bytes than an object may have. @param bytes of the object, when they are known */
export function objectTooLarge(maxBytes: number, bytes: number | null = null): BlobStoreError {
  const gigabytes = (count: number) => `${(count / 1e9).toFixed(1)} GB`;
  const what =
    bytes === null ? `A file of more than ${gigabytes(maxBytes)}` : `A file of ${gigabytes(bytes)}`;
  return new BlobStoreError(
    'BLOBS_TOO_LARGE',
    `${what}, packed, can't be stored: S3 takes ${gigabytes(maxBytes)} in one request. Send it in parts, e.g. a tarball for each run. A folder as blob store has no such limit.`,
  );
}

const SINGLE = /^(?:singles\/([\w-]+)\/)?[0-9a-f]{2}\/([0-9a-f]{64})\.gz$/;
const PACK = /^packs\/[\w-]+\/[0-9a-f]{2}\/[0-9a-f-]{36}\.gz$/;

/**
 * Name of the object with the bytes of one content. Each database has its own, also of what another one has in the
 * same store:
 * no other part knows when it is no longer needed.
 *
 * @param owner of the database; null: as it was named before
 * @throws Error when `sha256` is not one, so that no caller can be led anywhere else
 */
export function singleName(owner: string | null, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`not a sha256: ${sha256.slice(0, 80)}`);
  return `${owner === null ? '' : `singles/${owner}/`}${sha256.slice(0, 2)}/${sha256}.gz`;
}

/** The content that a single object holds, by its name; null for another object. */
export function sha256OfSingle(name: string): string | null {
  return SINGLE.exec(name)?.[2] ?? null;
}

/** The database that a single object is of; null if unknown, as for old names. */
export function ownerOfSingle(name: string): string | null {
  return SINGLE.exec(name)?.[1] ?? null;
}

/** @param owner of all packs of one database */
export function packName(owner: string, id: string): string {
  return `packs/${owner}/${id.slice(0, 2)}/${id}.gz`;
}

export function kindOf(name: string): ObjectKind | null {
  if (SINGLE.test(name)) return 'single';
  return PACK.test(name) ? 'pack' : null;
}

type Place = Pick<ObjectStore, 'incoming' | 'isRemote'>;

/** Rights, a file system that is mounted for reading, and a file that is where a folder should be. */
const CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** Converts an error about an unwritable folder of a store to a clear one; other errors are unchanged. */
export function asUnwritable(error: unknown, place: Place): unknown {
  if (!(error instanceof Error)) return error;
  const { code, path: file } = error as NodeJS.ErrnoException;
  // An input file may be refused as well.
  return CODES.has(code) && file !== undefined && isOnTheWay(file, place.incoming)
    ? unwritable(error, place)
    : error;
}

/**
 * Looks whether a folder can be written, or made where it is not there. Writes nothing.
 *
 * @param within folders in it that something is written to
 * @throws BlobStoreError (BLOBS_UNWRITABLE)
 */
export async function requireWritable(place: Place, within: readonly string[]): Promise<void> {
  try {
    for (const folder of ['', ...within]) await accessNearest(path.join(place.incoming, folder));
  } catch (error) {
    throw error instanceof Error ? unwritable(error, place) : error;
  }
}

/** Of a folder that is not there, the one that it would be made in. */
async function accessNearest(folder: string): Promise<void> {
  try {
    // The dot: a file of that name is none.
    await access(`${folder}${path.sep}.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    await accessNearest(parent);
  }
}

function unwritable(cause: Error, { incoming, isRemote }: Place): BlobStoreError {
  const folder = isRemote ? 'for files on their way to S3 (TMPDIR' : 'for log files (BASECASE_BLOBS';
  return new BlobStoreError(
    'BLOBS_UNWRITABLE',
    `The folder ${folder}, ${incoming}) can't be written: ${cause.message}.`,
    { cause },
  );
}

function isOnTheWay(file: string, folder: string): boolean {
  const [whole, part] = [path.resolve(file), path.resolve(folder)].map((each) => `${each}${path.sep}`);
  return whole !== undefined && part !== undefined && (whole.startsWith(part) || part.startsWith(whole));
}

/** Interval at which a process marks its incoming files as still in use. */
const TOUCH_MS = 60_000;

/** What was not touched for so long, by a process that cannot be looked at from here, was left behind. */
const LEFTOVER_MS = 30 * 60_000;

/** Folders of this process that something is on its way in, and how much. */
const inUse = new Map<string, { entries: number; timer: NodeJS.Timeout }>();

/** A place for something on its way into a blob store, in the folder of this process: `tmp/<owner>/<random>`. */
interface Incoming {
  readonly path: string;
  /** Makes the folder that it is in. */
  make(): Promise<void>;
  /** It is in the store, or removed. */
  done(): void;
}

/** @param directory of the store */
export function openIncoming(directory: string): Incoming {
  const folder = path.join(directory, 'tmp', ownerText(thisOwner()));
  const entry = inUse.get(folder) ?? { entries: 0, timer: keepTouching(folder) };
  entry.entries += 1;
  inUse.set(folder, entry);
  let isDone = false;
  return {
    path: path.join(folder, randomUUID()),
    async make() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    done() {
      if (isDone) return;
      isDone = true;
      entry.entries -= 1;
      if (entry.entries > 0) return;
      clearInterval(entry.timer);
      inUse.delete(folder);
    },
  };
}

function keepTouching(folder: string): NodeJS.Timeout {
  const touch = () => {
    const now = new Date();
    // Gone: nothing is on its way, or it fails by itself.
    utimes(folder, now, now).catch(() => {});
  };
  return setInterval(touch, TOUCH_MS).unref();
}

/**
 * Removes what processes that were killed left on its way in: at once where it is known that they are dead, after half
 * an hour without a sign of life where it is not (another machine or container, which may live).
 */
export async function removeLeftovers(directory: string): Promise<void> {
  const folder = path.join(directory, 'tmp');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const entry = path.join(folder, name);
    if (await isLeftover(name, entry)) await rm(entry, { recursive: true, force: true });
  }
}

async function isLeftover(name: string, entry: string): Promise<boolean> {
  const owner = parseOwner(name);
  const lives = owner && ownerLives(owner);
  if (lives !== null) return !lives;
  const { mtimeMs } = await stat(entry).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return mtimeMs < Date.now() - LEFTOVER_MS;
}
