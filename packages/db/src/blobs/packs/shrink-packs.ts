import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Database, inTransaction } from '../../database';
import { NotFoundError } from '../../errors';
import { arraysOf, listRows, listValues } from '../../rows';
import { type BlobStore, tryBlobLock } from '../blob-store';
import { openIncoming, packName } from '../objects/object-store';
import { openPackWriter, type PackMember, type PackWriter, type WrittenPack } from './pack-writer';

/**
 * Share of dead bytes from which a pack is rewritten to save space: at most four bytes are written per freed byte.
 */
const WORTH_SHARE = 0.2;

/** Pieces of a pack that are read at once, in bytes: bounds memory. */
const PIECE_BYTES = 8 * 1024 ** 2;

interface Shrinkable {
  id: string;
  name: string;
  sizeBytes: number;
}

/** What became of packs with dead bytes. */
export interface ShrinkReport {
  packs: number;
  /** That are free now. */
  bytes: number;
  /** Packs that stay because uploads, imports or a backup had the lock. */
  left: number;
}

const SHRINKABLE = `
SELECT id, name, size_bytes::float8 AS "sizeBytes" FROM packs
WHERE dead_bytes > 0 AND (shrink_soon OR dead_bytes >= size_bytes * $1::float8) ORDER BY id`;

const MEMBERS = `
SELECT encode(sha256, 'hex') AS sha256, start::float8, length::float8 FROM packed_blobs
WHERE pack_id = $1 ORDER BY start`;

const MOVE = `
UPDATE packed_blobs SET pack_id = $2, start = news.start
FROM unnest($3::text[], $4::bigint[]) AS news (sha256, start)
WHERE packed_blobs.sha256 = decode(news.sha256, 'hex') AND pack_id = $1
RETURNING length::float8`;

/**
 * Rewrites packs without their dead bytes: those with a requested deletion or a masked file, and those with a fifth
 * of dead bytes. The new pack is stored before rows refer to it, and the old one is removed after that: a process
 * killed here leaves only garbage. Any number of processes may do it at once.
 */
export async function shrinkPacks(database: Database, blobs: BlobStore): Promise<ShrinkReport> {
  const report: ShrinkReport = { packs: 0, bytes: 0, left: 0 };
  const rows = await listRows<Shrinkable>(database.pool, SHRINKABLE, [WORTH_SHARE]);
  for (const pack of rows) {
    const freed = await shrink(database, blobs, pack);
    if (freed === null) report.left += 1;
    else if (freed > 0) {
      report.packs += 1;
      report.bytes += freed;
    }
  }
  return report;
}

/** @returns bytes that are free now; null when the lock could not be had */
async function shrink(database: Database, blobs: BlobStore, old: Shrinkable): Promise<number | null> {
  const members = await listRows<PackMember>(database.pool, MEMBERS, [old.id]);
  const incoming = openIncoming(blobs.objects.incoming);
  await mkdir(incoming.path, { recursive: true, mode: 0o700 });
  const writer = openPackWriter(incoming.path);
  try {
    await copyMembers(blobs, { from: old.name, members, to: writer });
    const pack = await writer.finish();
    return await replace(database, blobs, { old, pack });
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof NotFoundError) return 0;
    throw error;
  } finally {
    await writer.discard();
    await rm(incoming.path, { recursive: true, force: true });
    incoming.done();
  }
}

/** Members that lie side by side are read together. */
async function copyMembers(
  blobs: BlobStore,
  { from, members, to }: { from: string; members: readonly PackMember[]; to: PackWriter },
): Promise<void> {
  for (let index = 0; index < members.length; ) {
    const first = members[index];
    if (!first) return;
    const piece: PackMember[] = [];
    let end = first.start;
    for (let next = members[index]; next && next.start === end; next = members[index]) {
      if (piece.length > 0 && end + next.length - first.start > PIECE_BYTES) break;
      piece.push(next);
      end += next.length;
      index += 1;
    }
    const range = { start: first.start, length: end - first.start };
    if (piece.length === 1) {
      await to.addStream(first.sha256, first.length, await blobs.objects.read(from, range));
      continue;
    }
    const bytes = await buffer(await blobs.objects.read(from, range));
    if (bytes.length !== range.length) throw new Error(`${from} is shorter than it should be`);
    for (const { sha256, start, length } of piece) {
      await to.add(sha256, bytes.subarray(start - first.start, start - first.start + length));
    }
  }
}

async function replace(
  database: Database,
  blobs: BlobStore,
  { old, pack }: { old: Shrinkable; pack: WrittenPack | null },
): Promise<number | null> {
  const { objects } = blobs;
  const name = packName(await blobs.owner(), pack?.id ?? randomUUID());
  if (pack) await objects.put(name, pack.file);
  const done = await inTransaction(database, async (client) => {
    if (!(await tryBlobLock(client))) return 'busy';
    // Taken for garbage in the meantime, or the old one replaced by another process.
    if (pack && (await objects.size(name)) === null) return 'busy';
    const { rowCount } = await client.query('SELECT FROM packs WHERE id = $1 FOR UPDATE', [old.id]);
    if (rowCount === 0) return 'gone';
    if (pack) {
      await client.query('INSERT INTO packs (id, name, size_bytes) VALUES ($1, $2, $3)', [
        pack.id,
        name,
        pack.file.bytes,
      ]);
      const values = [old.id, pack.id, ...arraysOf(pack.members, 'sha256', 'start')];
      const lengths = await listValues<number>(client, MOVE, values);
      const dead = lengths.reduce((left, length) => left - length, pack.file.bytes);
      await client.query(
        'UPDATE packs SET dead_bytes = $2::bigint, shrink_soon = $2::bigint > 0 WHERE id = $1',
        [pack.id, dead],
      );
    }
    await client.query('DELETE FROM packs WHERE id = $1', [old.id]);
    return 'done';
  });
  if (done === 'done') {
    await objects.remove(old.name);
    return old.sizeBytes - (pack?.file.bytes ?? 0);
  }
  if (pack) await objects.remove(name);
  return done === 'gone' ? 0 : null;
}
