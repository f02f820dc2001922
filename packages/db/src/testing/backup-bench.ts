import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listSequences, listTables, quoted } from '../backup/catalog';
import type { BackupReport } from '../backup/format';
import { writeBackup } from '../backup/write-backup';
import { type BlobStore, openBlobStore } from '../blobs/blob-store';
import { sha256OfSingle } from '../blobs/objects/object-store';
import { findPlaces } from '../blobs/packs/pack-set';
import type { Database } from '../database';
import type { Stores } from '../import/ingest-path';
import { createEmptyDatabase, type TestDatabase } from './database';

/** The migrations of this version. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../prisma/migrations');

/** A database without tables and a blob store without blobs. */
export interface EmptyTarget {
  database: TestDatabase;
  blobs: BlobStore;
  close(): Promise<void>;
}

export async function makeEmptyTarget(): Promise<EmptyTarget> {
  const database = await createEmptyDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-restore-'));
  return {
    database,
    blobs: openBlobStore(path.join(folder, 'blobs'), database),
    async close() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A whole backup in memory. */
export async function backUp(
  database: Database,
  blobs: BlobStore,
  migrations = MIGRATIONS,
): Promise<{ bytes: Buffer; report: BackupReport }> {
  const out = new PassThrough();
  const [bytes, report] = await Promise.all([
    buffer(out),
    writeBackup(database, blobs, out, { version: '0.1.0', migrations }),
  ]);
  return { bytes, report };
}

/**
 * All rows of all tables as text, how far the sequences are, and the rules that hold: what a restore must give back.
 */
export async function dumpOf(database: Database): Promise<Record<string, unknown>> {
  const client = await database.pool.connect();
  try {
    const dump: Record<string, unknown> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT each::text AS row FROM ${quoted(name)} AS each ORDER BY each::text COLLATE "C"`,
      );
      dump[name] = rows.map(({ row }) => row);
    }
    dump['sequences'] = await listSequences(client);
    // Only of tables that pg_class shows: a cluster hides its shards, whose numbers no other database has, there alone.
    const rules = await client.query(
      `WITH tables AS (SELECT oid, relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
       SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid) AS rule, convalidated
       FROM pg_constraint JOIN tables ON tables.oid = conrelid
       UNION ALL SELECT relname, tgname, pg_get_triggerdef(pg_trigger.oid), tgenabled = 'O'
       FROM pg_trigger JOIN tables ON tables.oid = tgrelid WHERE NOT tgisinternal
       UNION ALL SELECT relname, indexname, indexdef, true
       FROM pg_indexes JOIN tables ON relname = tablename WHERE schemaname = current_schema()
       ORDER BY 1, 2, 3`,
    );
    dump['rules'] = rules.rows;
    const history = await client.query(
      'SELECT migration_name, checksum, finished_at IS NOT NULL FROM _prisma_migrations ORDER BY 1',
    );
    dump['history'] = history.rows;
    return dump;
  } finally {
    client.release();
  }
}

/** All contents of a blob store and the sums of their packed bytes, without what is on its way in. */
export async function blobsOf({ database, blobs }: Stores): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ sha256: string }>(
    `SELECT encode(sha256, 'hex') AS sha256 FROM packed_blobs`,
  );
  const contents = rows.map(({ sha256 }) => sha256);
  for await (const objects of blobs.objects.list('single'))
    contents.push(...objects.map(({ name }) => sha256OfSingle(name) ?? ''));
  const located = await blobs.locate(contents.sort());
  const sums: Record<string, string> = {};
  for (const sha256 of contents) {
    const packed = await located.get(sha256)?.open();
    sums[sha256] = packed
      ? createHash('sha256')
          .update(await buffer(packed))
          .digest('hex')
      : 'missing';
  }
  return sums;
}

/** Loses a stored file, as if deleted by hand. */
export async function loseFile({ pool }: Database, sha256: string): Promise<void> {
  await pool.query(`DELETE FROM packed_blobs WHERE sha256 = decode($1, 'hex')`, [sha256]);
}

/** Writes something else over the beginning of a stored file, in its pack. */
export async function damageFile({ database, blobs }: Stores, sha256: string): Promise<void> {
  const place = (await findPlaces(database.pool, [sha256])).get(sha256);
  if (!place) throw new Error(`${sha256} is in no pack`);
  const pack = await open(path.join(blobs.location, place.pack), 'r+');
  await pack.write('not gzip', place.start);
  await pack.close();
}

/** Number of tables, whatever they hold. */
export async function countTables({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return Number(rows[0]?.count);
}
