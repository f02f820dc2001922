import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, inTransaction } from '../database';
import { blobPath } from './blob-files';
import { tryBlobLock } from './blob-lock';
import type { BlobStore } from './blob-store';
import { listUnnamed } from './unnamed-blobs';

/** How many blobs are deleted under one lock: uploads and imports wait for as long as that takes, some milliseconds. */
const BATCH = 100;

/** How often, and for how long, the lock is asked for before the rest is left to the next time. */
const RETRY_MS = 100;
const PATIENCE_MS = 5000;

/** What was found in the blob store, and what became of it. Sizes are those on the disk, in bytes. */
export interface GarbageReport {
  /** In the store, all in all. */
  blobs: number;
  bytes: number;
  /** Named by nobody; deleted unless it was a dry run. */
  garbage: number;
  garbageBytes: number;
  /** Of the garbage, what is still there because uploads, imports or a backup had the lock all the time. */
  left: number;
  isDryRun: boolean;
}

export interface GarbageOptions {
  /** Only looks. */
  isDryRun?: boolean;
  /** How long to try for the lock. */
  patienceMs?: number;
}

/**
 * Deletes bytes that nobody names: of a deletion that did not wait, of an import that was killed before its end. Safe
 * beside everything else: what is about to be named is under a lock, which deletion takes for moments and never waits
 * in line for.
 */
export async function collectGarbage(
  database: Database,
  blobs: BlobStore,
  { isDryRun = false, patienceMs = PATIENCE_MS }: GarbageOptions = {},
): Promise<GarbageReport> {
  const report: GarbageReport = { blobs: 0, bytes: 0, garbage: 0, garbageBytes: 0, left: 0, isDryRun };
  await blobs.removeLeftovers();
  for (const folder of await listFolders(blobs.directory)) {
    const stored = await listBlobs(blobs.directory, folder);
    const unnamed = await listUnnamed(database.pool, [...stored.keys()]);
    report.blobs += stored.size;
    for (const bytes of stored.values()) report.bytes += bytes;
    for (let start = 0; start < unnamed.length; start += BATCH) {
      const batch = unnamed.slice(start, start + BATCH);
      const gone = isDryRun ? batch : await deleteUnnamed(database, blobs, { candidates: batch, patienceMs });
      report.garbage += gone?.length ?? batch.length;
      report.garbageBytes += (gone ?? batch).reduce((sum, sha256) => sum + (stored.get(sha256) ?? 0), 0);
      if (gone === null) report.left += batch.length;
    }
  }
  return report;
}

/**
 * Deletes those of the candidates that nobody names.
 *
 * @returns what was deleted, null when the lock could not be had
 */
export async function deleteUnnamed(
  database: Database,
  blobs: BlobStore,
  { candidates, patienceMs = 0 }: { candidates: readonly string[]; patienceMs?: number },
): Promise<string[] | null> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const gone = await inTransaction(database, async (client) => {
      if (!(await tryBlobLock(client))) return null;
      // Again, because what is named may have changed since the list was made.
      const unnamed = await listUnnamed(client, candidates);
      for (const sha256 of unnamed) await blobs.remove(sha256);
      return unnamed;
    });
    if (gone !== null || performance.now() > end) return gone;
    await delay(RETRY_MS);
  }
}

/** One sentence or two, for a person. */
export function describeGarbage({
  blobs,
  bytes,
  garbage,
  garbageBytes,
  left,
  isDryRun,
}: GarbageReport): string {
  const all = `${blobs} files (${megabytes(bytes)}) in the blob store`;
  if (garbage === 0) return `${all}: each is named by an upload, nothing to delete.`;
  const found = `${garbage} (${megabytes(garbageBytes)}) named by nobody`;
  if (isDryRun) return `${all}, ${found}; nothing was deleted (dry run).`;
  if (left === 0) return `${all}, ${found}: deleted.`;
  return `${all}, ${found}: ${garbage - left} deleted, ${left} left because uploads, imports or a backup were using the store. Try again later.`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function listFolders(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
}

/** sha256 → bytes on the disk. What is no blob is left alone. */
async function listBlobs(directory: string, folder: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const name of await readdir(path.join(directory, folder))) {
    const sha256 = /^([0-9a-f]{64})\.gz$/.exec(name)?.[1];
    if (sha256 === undefined) continue;
    // Null: deleted since the list was made.
    const stats = await stat(blobPath(directory, sha256)).catch(() => null);
    if (stats) found.set(sha256, stats.size);
  }
  return found;
}
