import { setTimeout as delay } from 'node:timers/promises';
import { type Database, inTransaction } from '../database';
import { tryBlobLock } from './blob-lock';
import { type BlobStore, eachAtOnce } from './blob-store';
import { findPlaces, removePlaces } from './packs/pack-index';
import { listUnnamed } from './unnamed-blobs';

/** How often the lock is asked for before the rest is left to the next time. */
const RETRY_MS = 100;

export interface DeletionOptions {
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
