import { type BlobStore, deleteUnnamed } from '../blobs/blob-store';
import type { Database } from '../database';
import { listValues, type Queries } from '../rows';

/** What only some uploads name: no other upload, or one whose files are gone. */
const FREED = `
WITH own AS MATERIALIZED (
  SELECT DISTINCT sha256 FROM artifacts WHERE upload_id = ANY ($1)
), kept AS MATERIALIZED (
  SELECT DISTINCT own.sha256 FROM own JOIN artifacts AS others ON others.sha256 = own.sha256
  JOIN uploads AS holders ON holders.id = others.upload_id
  WHERE others.upload_id <> ALL ($2) AND holders.files_removed_at IS NULL
)
SELECT sha256 FROM own WHERE sha256 NOT IN (SELECT kept.sha256 FROM kept)`;

/**
 * Bytes that nothing needs any more when the files of these uploads go.
 *
 * @param goneBefore uploads that count as gone already
 */
export async function listFreed(
  client: Queries,
  uploads: readonly number[],
  goneBefore: readonly number[],
): Promise<string[]> {
  if (uploads.length === 0) return [];
  return listValues<string>(client, FREED, [uploads, [...uploads, ...goneBefore]]);
}

/** How many are looked at, or deleted under one lock, at a time. */
const BATCH = 100;

/** How many of these files are stored, and their packed size in bytes. Absent is what the garbage collection was faster with. */
export async function packedSize(
  blobs: BlobStore,
  files: readonly string[],
): Promise<{ count: number; bytes: number }> {
  const found = { count: 0, bytes: 0 };
  for (let start = 0; start < files.length; start += BATCH) {
    const there = await blobs.locate(files.slice(start, start + BATCH));
    found.count += there.size;
    for (const { bytes } of there.values()) found.bytes += bytes;
  }
  return found;
}

/**
 * Deletes what nothing names any more, by the rules of the garbage collection. What is left while uploads, imports or a
 * backup use the store is collected with the garbage later.
 */
export async function deleteFreed(
  database: Database,
  blobs: BlobStore,
  candidates: readonly string[],
): Promise<void> {
  for (let start = 0; start < candidates.length; start += BATCH) {
    const batch = candidates.slice(start, start + BATCH);
    if ((await deleteUnnamed(database, blobs, { candidates: batch, mayLinger: true })) === null) return;
  }
}
