import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import type { BlobStore, LocatedBlob } from '../blobs/blob-store';
import { NotFoundError } from '../errors';
import type { BackupTar } from './backup-tar';
import { isContentOf, SMALL_BLOB, sha256Of } from './blob-content';
import { BLOBS_PER_LIST, blobName, type End, listName, MAX_NAMED } from './format';

/** Files that are read and checked while one is written. */
const AHEAD = 32;

/**
 * Every content that the database names, in the order of its names. Files of uploads must be there, unless the
 * retention
 * rule let them go; the bytes of a whole upload only while they are what it will be read from.
 */
const NAMED_BLOBS = `
SELECT sha256, bool_or(needed) AS needed FROM (
  SELECT artifacts.sha256, files_removed_at IS NULL AS needed
  FROM artifacts JOIN uploads ON uploads.id = upload_id
  UNION ALL
  SELECT sha256, state IN ('queued', 'reading', 'preview') AND id NOT IN (
    SELECT upload_id FROM artifacts WHERE upload_id IN (
      SELECT own.id FROM uploads AS own WHERE own.state IN ('queued', 'reading', 'preview')))
  FROM uploads
) AS named GROUP BY sha256 ORDER BY sha256 COLLATE "C"`;

type Found =
  | { sha256: string; state: 'missing' | 'damaged' | 'absent' }
  | { sha256: string; state: 'stored'; sum: string; bytes: Buffer | LocatedBlob };

export interface BlobsWritten {
  counts: End['blobs'];
  missing: string[];
  damaged: string[];
}

/**
 * Writes all blobs that a snapshot names, each checked against its name before. The caller holds the lock that keeps
 * them from being deleted.
 */
export async function writeBlobs(
  client: PoolClient,
  { blobs, tar, onBlob }: { blobs: BlobStore; tar: BackupTar; onBlob: () => void },
): Promise<BlobsWritten> {
  const written: BlobsWritten = {
    counts: { stored: 0, missing: 0, damaged: 0 },
    missing: [],
    damaged: [],
  };
  await client.query(`DECLARE named_blobs NO SCROLL CURSOR FOR ${NAMED_BLOBS}`);
  for (let list = 1; ; list += 1) {
    const { rows } = await client.query<{ sha256: string; needed: boolean }>(
      `FETCH ${BLOBS_PER_LIST} FROM named_blobs`,
    );
    if (rows.length === 0) return written;
    const lines: string[] = [];
    const there = await blobs.locate(
      rows.map(({ sha256 }) => sha256),
      client,
    );
    for await (const found of inOrder(rows, (row) => findBlob(row, there.get(row.sha256)))) {
      if (found.state === 'absent') continue;
      written.counts[found.state] += 1;
      if (found.state === 'stored') {
        await tar.addBlob(blobName(found.sha256), await toEntry(found.bytes));
        lines.push(`${found.sum}  ${blobName(found.sha256)}\n`);
      } else {
        if (written[found.state].length < MAX_NAMED) written[found.state].push(found.sha256);
        lines.push(`# ${found.state}: ${found.sha256}\n`);
      }
      onBlob();
    }
    await tar.add(listName(list), lines.join(''));
  }
}

async function findBlob(
  { sha256, needed }: { sha256: string; needed: boolean },
  blob: LocatedBlob | undefined,
): Promise<Found> {
  const content = blob && (await openBlob(blob));
  if (!content) return { sha256, state: needed ? 'missing' : 'absent' };
  if (blob.bytes <= SMALL_BLOB) {
    const bytes = await buffer(content);
    if (!(await isContentOf(sha256, bytes))) return { sha256, state: 'damaged' };
    return { sha256, state: 'stored', sum: sha256Of(bytes), bytes };
  }
  // Read twice, so that a damaged file is known before its first byte is written.
  const packed = createHash('sha256');
  content.on('data', (chunk) => packed.update(chunk));
  content.pause();
  if (!(await isContentOf(sha256, content))) return { sha256, state: 'damaged' };
  return { sha256, state: 'stored', sum: packed.digest('hex'), bytes: blob };
}

/** Null when the object is gone although a row leads to it: it was deleted by hand. */
async function openBlob(blob: LocatedBlob): Promise<Readable | null> {
  try {
    return await blob.open();
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

async function toEntry(bytes: Buffer | LocatedBlob) {
  if (Buffer.isBuffer(bytes)) return bytes;
  return { size: bytes.bytes, content: await bytes.open() };
}

/** Does some of them ahead, and gives them in their order. */
async function* inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  for (const item of items) {
    const started = work(item);
    // Awaited in its turn.
    started.catch(() => {});
    pending.push(started);
    if (pending.length < AHEAD) continue;
    const first = pending.shift();
    if (first) yield await first;
  }
  for (const rest of pending) yield await rest;
}
