import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BlobStore, type LocatedBlob, lockBlobs, orAbsent } from '../blobs/blob-store';
import type { Database } from '../database';
import { atRest } from '../epochs/epoch-lock';
import { DISTRIBUTED } from '../migrations/distribute.mjs';
import {
  type Migration,
  PRISMA_LOCK,
  pendingMigrations,
  readApplied,
  readMigrations,
  requireNoRestore,
} from '../migrations/migrations.mjs';
import { requireSessionsOf } from '../migrations/require-migrated';
import { getValue, listRows } from '../rows';
import { type BackupTar, openBackupTar } from './backup-tar';
import { columnList, listSequences, listTables, quoted, setTextFormat } from './catalog';
import { toCopyParts } from './copy-parts';
import {
  type BackupReport,
  BLOBS_PER_LIST,
  blobName,
  type End,
  FORMAT,
  FORMAT_VERSION,
  isContentOf,
  listName,
  MAX_NAMED,
  type Manifest,
  partName,
  README,
  SMALL_BLOB,
  sha256Of,
} from './format';

export interface BackupOptions {
  /** Version of Basecase, for the manifest. */
  version: string;
  /** Directory with one folder per migration. */
  migrations: string;
  /** Ends it early; the written part is not a backup. */
  signal?: AbortSignal;
  onProgress?: (progress: BackupProgress) => void;
}

export interface BackupProgress {
  table: string | null;
  rows: number;
  blobs: number;
}

/**
 * Writes the database and the blob store, as they were at one moment, while others go on writing. Memory does not grow
 * with either.
 *
 * @param out is ended, or destroyed when it fails
 * @throws MigrationError when the database is of another version, or behind a pooler in transaction mode
 */
export async function writeBackup(
  database: Database,
  blobs: BlobStore,
  out: Writable,
  options: BackupOptions,
): Promise<BackupReport> {
  const known = await readMigrations(options.migrations);
  await requireSessionsOf(database.pool);
  const client = await database.pool.connect();
  const tar = openBackupTar(out, new Date());
  const work = async () => {
    // Before the snapshot is taken: bytes that it names can't have been deleted by then, and are not until the end.
    await lockBlobs(client);
    await beginSnapshot(database, client);
    return writeAll(client, { blobs, tar, known, options });
  };
  const working = work();
  working.catch(() => {});
  try {
    return await (options.signal ? Promise.race([working, whenAborted(options.signal)]) : working);
  } catch (error) {
    tar.abort(error as Error);
    throw error;
  } finally {
    // The session was changed, and may wait for a lock or still be sending rows: it is closed, not given back.
    client.release(true);
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Error('The backup was stopped.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A migration that is under way is waited for; none changes a table before the end. */
async function beginSnapshot(database: Database, client: PoolClient): Promise<void> {
  await setTextFormat(client);
  // By its own lock: on a cluster its tables are asked for while no epoch may be taken, and it may be about to take
  // one.
  await client.query('SELECT pg_advisory_lock_shared($1)', [PRISMA_LOCK]);
  await takeSnapshot(database, client);
  await client.query('SELECT pg_advisory_unlock_shared($1)', [PRISMA_LOCK]);
}

async function takeSnapshot(database: Database, client: PoolClient): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => quoted(name));
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // On a cluster of Citus each connection to a worker has its own snapshot; so one per worker is used.
  await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1');
  if (tables.length === 0) return;
  await atRest(database, async () => {
    // Workers take their snapshots with this statement, the server that is asked with the next one.
    await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS SHARE MODE`);
    await client.query(TAKE_SNAPSHOT);
  });
}

/** Asks every node that has a shard: each has its snapshot then, also one that LOCK TABLE had not asked. */
const TAKE_SNAPSHOT = 'SELECT count(*) FROM (SELECT id FROM runs LIMIT 1) AS first';

async function writeAll(
  client: PoolClient,
  {
    blobs,
    tar,
    known,
    options: { version, onProgress = () => {} },
  }: { blobs: BlobStore; tar: BackupTar; known: readonly Migration[]; options: BackupOptions },
): Promise<BackupReport> {
  const manifest = await describe(client, known, version);
  await tar.add('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  await tar.add('README.txt', README);
  for (const { name } of manifest.migrations) {
    await tar.add(`migrations/${name}.sql`, known.find((each) => each.name === name)?.sql ?? '');
  }
  const progress: BackupProgress = { table: null, rows: 0, blobs: 0 };
  const rows: Record<string, number> = {};
  for (const { name, columns } of manifest.tables) {
    progress.table = name;
    rows[name] = 0;
    const copy = client.query(copyTo(copyStatement(name, columns)));
    let part = 0;
    for await (const { packed, rows: count } of toCopyParts(copy)) {
      part += 1;
      await tar.add(partName(name, part), packed);
      rows[name] += count;
      progress.rows += count;
      onProgress(progress);
    }
  }
  progress.table = null;
  const { counts, missing, damaged } = await writeBlobs(client, {
    blobs,
    tar,
    onBlob() {
      progress.blobs += 1;
      onProgress(progress);
    },
  });
  const sums = tar.sums();
  const end = { rows, blobs: counts, sums: sha256Of(Buffer.from(sums)) };
  await tar.addBlob('SHA256SUMS', Buffer.from(sums));
  const bytes = await tar.end('end.json', `${JSON.stringify(end, null, 2)}\n`);
  return { manifest, end, bytes, missing, damaged };
}

/**
 * On a cluster of Citus, COPY may read a table that each node has a copy of through a new connection, whose snapshot
 * is newer;
 * SELECT reads it in the transaction itself. The rows of a SELECT of a table that is cut would all be gathered before
 * the first is sent.
 */
function copyStatement(name: string, columns: readonly string[]): string {
  return Object.hasOwn(DISTRIBUTED, name)
    ? `COPY ${quoted(name)} (${columnList(columns)}) TO STDOUT`
    : `COPY (SELECT ${columnList(columns)} FROM ${quoted(name)}) TO STDOUT`;
}

async function describe(client: PoolClient, known: readonly Migration[], version: string): Promise<Manifest> {
  await requireNoRestore(client);
  const applied = await readApplied(client);
  // Inside the snapshot, so that the schema is the one of the rows.
  const pending = pendingMigrations(known, applied);
  const names = new Set(applied.map(({ name }) => name));
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    basecase: version,
    createdAt: new Date().toISOString(),
    postgres: await getValue<string>(client, 'SHOW server_version'),
    migrations: known
      .filter((migration) => names.has(migration.name) && !pending.includes(migration))
      .map(({ name, checksum }) => ({ name, checksum })),
    tables: await listTables(client),
    sequences: await listSequences(client),
  };
}

/** Files that are read and checked while one is written. */
const AHEAD = 32;

/**
 * Every content that the database names, in the order of its names. Files of uploads must be there, unless the
 * retention rule let them go; the bytes of a whole upload only while they are what it will be read from.
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

interface BlobsWritten {
  counts: End['blobs'];
  missing: string[];
  damaged: string[];
}

/**
 * Writes all blobs that a snapshot names, each checked against its name before. The caller holds the lock that keeps
 * them from being deleted.
 */
async function writeBlobs(
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
    const rows = await listRows<{ sha256: string; needed: boolean }>(
      client,
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
  // The object may be gone although a row leads to it: it was deleted by hand.
  const content = blob && (await orAbsent(blob.open()));
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
