import { pipeline, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { ADVISORY } from '../advisory-locks';
import { type Database, inTransaction } from '../database';
import { NotFoundError } from '../errors';
import { readIdentity } from '../identity';
import { findValue, type Queries } from '../rows';
import { type ReceivedBlob, receiveBlob } from './blob-receiving';
import { openStaging, type StagedBlobs } from './blob-staging';
import { type ObjectStore, removeLeftovers, singleName } from './objects/object-store';
import { type BlobAccess, openObjects, readBlobAccess } from './objects/open-objects';
import type { S3Environment } from './objects/s3/s3-settings';
import { findPlaces, type PackPlace, removePlaces } from './packs/pack-set';
import { listUnnamed } from './unnamed-blobs';

/*
 * The bytes of uploads and of their files, by content: each is packed with gzip and known by the sha256 of its plain
 * bytes.
 *
 * - The files of an import are one object, a *pack*: gzip members one after the other. The table `packed_blobs` has
 * the pack and the place of each content, so a file is read as a range of bytes, and a repeated content is not stored
 * again, whichever pack has it.
 * - A pack is in the store before the transaction that names its contents ends, and the rows that say where they lie
 *   are written by that transaction. So a content is there as a whole or not at all, whenever a process is killed; a
 * pack that
 *   no row names is garbage.
 * - What is deleted loses its row; its bytes are dead. A pack without a row is removed at once, one with dead bytes is
 *   rewritten without them (packs/shrink-packs.ts). No object ever changes, and no name of a pack is used twice.
 * - The raw bytes of an upload are a separate object, `singles/OWNER/ab/abcd….gz`: stored before anything is read,
 * and removed after the import. So are files that were stored before there were packs, or restored from such a
 * backup; they were
 *   named `ab/abcd….gz`, and are read as before.
 * - References to bytes, and their deletion: unnamed-blobs.ts, blob-lock.ts.
 */
export interface BlobStore {
  /** As BASECASE_BLOBS names it: a folder, or `s3://bucket/prefix`. */
  readonly location: string;
  /** What is below: objects that know nothing of contents. */
  readonly objects: ObjectStore;
  /** Opens the same store in another process. May hold keys. */
  access(): BlobAccess;
  /** What the names of this database's objects begin with, after their kind. */
  owner(): Promise<string>;
  /** Names that the object of a content may have: its own, and the old one. */
  singleNames(sha256: string): Promise<[own: string, old: string]>;
  /** Stores a stream by itself and returns its digest and size. */
  put(content: Readable): Promise<{ sha256: string; sizeBytes: number }>;
  /**
   * The first half of `put`: the bytes are here and known, and in the store when they are published. See
   * `receiveBlob`.
   */
  receive(content: Readable, announcedBytes?: number | null): Promise<ReceivedBlob>;
  has(sha256: string): Promise<boolean>;
  /** Those of them that are there. @param client default: a connection of the pool */
  locate(sha256s: readonly string[], client?: Queries): Promise<Map<string, LocatedBlob>>;
  /** The plain bytes. @throws NotFoundError */
  read(sha256: string): Promise<Readable>;
  /** Collects the files of one import; nothing is in the store until they are published. */
  stage(): StagedBlobs;
  /** Removes what processes that were killed left on its way in. What is on its way stays. */
  removeLeftovers(): Promise<void>;
  /** Asks whether the store can be used. @throws BlobStoreError that says in plain words why not */
  check(): Promise<void>;
}

/** A content that is in the store. */
export interface LocatedBlob {
  /** Packed. */
  bytes: number;
  /** The bytes as they are stored: gzip. @throws NotFoundError when they were moved or deleted since */
  open(): Promise<Readable>;
}

/** Requests for single objects that are under way at the same time. */
const AT_ONCE = 16;

/**
 * Opens a blob store. Nothing is created or requested before the first read or write.
 *
 * @param location a folder on one file system, or `s3://bucket/prefix`
 * @param env keys and address of S3
 * @throws BlobStoreError for settings that can't be used
 */
export function openBlobStore(
  location: string,
  database: Pick<Database, 'pool'>,
  env: S3Environment = {},
): BlobStore {
  return openBlobs(readBlobAccess(location, env), database);
}

/** The same by what `access` gave. */
export function openBlobs(access: BlobAccess, { pool }: Pick<Database, 'pool'>): BlobStore {
  const objects = openObjects(access);
  let owner: Promise<string> | null = null;

  const find = async (sha256: string) => (await findPlaces(pool, [sha256])).get(sha256) ?? null;

  const findSingle = async (sha256: string): Promise<{ name: string; bytes: number } | null> => {
    for (const name of await store.singleNames(sha256)) {
      const bytes = await objects.size(name);
      if (bytes !== null) return { name, bytes };
    }
    return null;
  };

  const readSingle = async (sha256: string): Promise<Readable> => {
    const [own, old] = await store.singleNames(sha256);
    return (await orAbsent(objects.read(own))) ?? readOf(objects, sha256, old);
  };

  const openPacked = async (sha256: string): Promise<Readable> => {
    const place = await find(sha256);
    if (!place) return readSingle(sha256);
    try {
      return await readPlace(objects, place);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      // The pack was rewritten in between.
      const moved = await find(sha256);
      return moved && moved.pack !== place.pack ? readPlace(objects, moved) : readSingle(sha256);
    }
  };

  const nameOf = async (sha256: string) => (await store.singleNames(sha256))[0];

  const store: BlobStore = {
    location: objects.location,
    objects,
    access: () => access,
    owner() {
      owner ??= readIdentity(pool).catch((error: unknown) => {
        // Asked again the next time.
        owner = null;
        throw error;
      });
      return owner;
    },
    async singleNames(sha256) {
      return [singleName(await store.owner(), sha256), singleName(null, sha256)];
    },
    async has(sha256) {
      return (await find(sha256)) !== null || (await findSingle(sha256)) !== null;
    },
    async locate(sha256s, client = pool) {
      const found = new Map<string, LocatedBlob>();
      const places = await findPlaces(client, sha256s);
      for (const [sha256, place] of places) {
        found.set(sha256, { bytes: place.length, open: () => readPlace(objects, place) });
      }
      await eachAtOnce(
        sha256s.filter((sha256) => !places.has(sha256)),
        async (sha256) => {
          const single = await findSingle(sha256);
          if (single) found.set(sha256, { bytes: single.bytes, open: () => objects.read(single.name) });
        },
      );
      return found;
    },
    stage: () => openStaging(store, pool),
    receive: (content, announcedBytes = null) => receiveBlob(objects, content, { nameOf, announcedBytes }),
    removeLeftovers: () => removeLeftovers(objects.incoming),
    check: () => objects.check(),
    async put(content) {
      const received = await receiveBlob(objects, content, { nameOf });
      try {
        await received.publish();
        return { sha256: received.sha256, sizeBytes: received.sizeBytes };
      } finally {
        await received.discard();
      }
    },
    async read(sha256) {
      const packed = await openPacked(sha256);
      const plain = createGunzip();
      pipeline(packed, plain, () => {
        // The reader of `plain` gets the same error: pipeline destroys it with it.
      });
      return plain;
    },
  };
  return store;
}

function readPlace(objects: ObjectStore, { pack, start, length }: PackPlace): Promise<Readable> {
  return objects.read(pack, { start, length });
}

/** Null for what is not there. */
export async function orAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

async function readOf(objects: ObjectStore, sha256: string, name: string): Promise<Readable> {
  try {
    return await objects.read(name);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError(`No bytes are stored for ${sha256}.`, { cause: error });
  }
}

/** Some at the same time. Ends at the first that fails. */
export async function eachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, lane));
}

/** How often the lock is asked for before the rest is left to the next time. */
const RETRY_MS = 100;

interface DeletionOptions {
  /** What may go: sha256. */
  candidates: readonly string[];
  /** How long to try for the lock. Default: once. */
  patienceMs?: number;
  /**
   * True if the aim is free space and not a requested deletion: then bytes in a pack may stay until rewriting it is
   * worthwhile. Default false.
   */
  mayLinger?: boolean;
  /** Names of the single objects that were found of them. Default: each that they may have. */
  singles?: ReadonlyMap<string, string>;
}

/**
 * Deletes unreferenced candidates. They can't be read from then on. Their bytes are removed at once, or, in a pack
 * that others need, when the worker rewrites it within the hour.
 *
 * @returns what was deleted, null when the lock could not be had
 */
export async function deleteUnnamed(
  database: Database,
  blobs: BlobStore,
  { candidates, patienceMs = 0, mayLinger = false, singles }: DeletionOptions,
): Promise<string[] | null> {
  const end = performance.now() + patienceMs;
  // Known from here on: the transaction wants no second connection for it.
  await blobs.owner();
  for (;;) {
    const gone = await inTransaction(database, async (client) => {
      if (!(await tryBlobLock(client))) return null;
      // Again, because what is named may have changed since the list was made.
      const unnamed = await listUnnamed(client, candidates);
      const { removed, emptied } = await removePlaces(client, unnamed, !mayLinger);
      const single = unnamed.filter((sha256) => !removed.has(sha256));
      // Under the lock: the same content may be stored again at any moment, under the same name.
      await removeObjects(blobs, singles ? found(singles, single) : await namesOf(blobs, single));
      return { unnamed, emptied };
    });
    if (gone) {
      // Not before: a transaction that is taken back would lead to packs that are gone. Killed here it is garbage.
      await eachAtOnce(gone.emptied, (name) => blobs.objects.remove(name));
      return gone.unnamed;
    }
    if (performance.now() > end) return null;
    await delay(RETRY_MS);
  }
}

/**
 * Deletes single objects whose content a pack has, too: what was sent as one log file and stored, or was stored before
 * there were packs and came again.
 *
 * @param candidates contents; singles: names of their objects
 * @returns what was deleted, null when the lock could not be had
 */
export async function deleteCopies(
  database: Database,
  blobs: BlobStore,
  { candidates, singles }: { candidates: readonly string[]; singles: ReadonlyMap<string, string> },
): Promise<string[] | null> {
  return inTransaction(database, async (client) => {
    if (!(await tryBlobLock(client))) return null;
    const copies = [...(await findPlaces(client, candidates)).keys()];
    await removeObjects(blobs, found(singles, copies));
    return copies;
  });
}

function found(singles: ReadonlyMap<string, string>, sha256s: readonly string[]): string[] {
  return sha256s.flatMap((sha256) => singles.get(sha256) ?? []);
}

async function namesOf(blobs: BlobStore, sha256s: readonly string[]): Promise<string[]> {
  return (await Promise.all(sha256s.map((sha256) => blobs.singleNames(sha256)))).flat();
}

function removeObjects({ objects }: BlobStore, names: readonly string[]): Promise<void> {
  return eachAtOnce(names, (name) => objects.remove(name));
}

/**
 * Keeps bytes from being deleted until the end of the transaction that names them. Any number of transactions may
 * hold it at once.
 */
export async function keepBlobs(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [ADVISORY.blobs]);
}

/**
 * Blocks new references to bytes until the end of the transaction, without waiting: a waiting lock would block all
 * later ones too, possibly as long as a backup takes.
 *
 * @returns false when a transaction that names bytes, or a backup, has it
 */
export async function tryBlobLock(client: PoolClient): Promise<boolean> {
  return (
    (await findValue<boolean>(client, 'SELECT pg_try_advisory_xact_lock($1) AS taken', [ADVISORY.blobs])) ??
    false
  );
}

/**
 * Keeps bytes from being deleted while this session lasts, whatever its transactions do: a snapshot that is taken under
 * it never names bytes that are gone. The lock ends with the connection.
 */
export async function lockBlobs(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY.blobs]);
}
