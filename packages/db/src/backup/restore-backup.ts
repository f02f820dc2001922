import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { type BlobStore, lockBlobs } from '../blobs/blob-store';
import { type LocalFile, openIncoming } from '../blobs/objects/object-store';
import { openPackSet, type PackSet } from '../blobs/packs/pack-set';
import type { Database } from '../database';
import { addIngestJob, prepareQueue } from '../jobs/queue-job';
import {
  applyMigrations,
  CREATE_HISTORY,
  type Migration,
  PRISMA_LOCK,
  pendingMigrations,
  RESTORE_MARKER,
  readApplied,
  readMigrations,
} from '../migrations/migrations.mjs';
import { requireSessionsOf } from '../migrations/require-migrated';
import { getValue, listValues, type Queries } from '../rows';
import { listTables, quoted, setTextFormat } from './catalog';
import { type BackupReport, isContentOf, type Manifest, RestoreRefusedError } from './format';
import { beginLoading, finishLoading, loadRows } from './loading';
import { readBackup } from './read-backup';

export interface RestoreOptions {
  /** Directory with one folder per migration. */
  migrations: string;
  onProgress?: (progress: { rows: number; table: string | null }) => void;
}

export interface RestoreReport extends BackupReport {
  /** Names of the migrations that the backup did not have. */
  migrated: string[];
  /** Uploads that wait in the queue again. */
  queuedUploads: number;
  /** Webhooks that were active, and messages that waited for them: not sent until an admin asks for it. */
  paused: { webhooks: number; deliveries: number };
}

/**
 * Restores a backup into an empty database and a blob store. Rows are written in one transaction, which ends after the
 * last byte was checked. One that fails leaves no table; one that is killed leaves tables without rows and a mark, with
 * which everything else refuses the database, and the next restore starts over. Blobs that it had brought by then are
 * named by nothing.
 *
 * @throws BackupError for a file that is not what it should be; RestoreRefusedError when the database is not empty;
 *   MigrationError when the backup is of a newer version, or for a pooler in transaction mode
 */
export async function restoreBackup(
  database: Database,
  blobs: BlobStore,
  input: Readable,
  { migrations, onProgress = () => {} }: RestoreOptions,
): Promise<RestoreReport> {
  const known = await readMigrations(migrations);
  await requireSessionsOf(database.pool);
  const client = await database.pool.connect();
  const restored = openRestoredBlobs(blobs, client);
  try {
    await setTextFormat(client);
    // No other process creates tables meanwhile, or collects blobs that only this transaction names.
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await lockBlobs(client);
    let loading: Awaited<ReturnType<typeof begin>> | null = null;
    const report = await readBackup(input, {
      async onManifest(manifest) {
        loading = await begin(client, { database, known }, manifest);
      },
      async onRows(table, text) {
        await loadRows(client, table, text);
        onProgress({ table: table.name, rows: text.length });
      },
      onBlob: (sha256, packed) => restored.add(sha256, packed),
    });
    await restored.finish();
    return await finish(client, report, loading);
  } catch (error) {
    // A connection that is gone can't be asked to; what it leaves is refused by everybody, and cleared by the next
    // restore.
    await client
      .query('ROLLBACK')
      .then(() => clearUnfinished(client))
      .catch(() => {});
    throw error;
  } finally {
    await restored.end();
    // Ends the locks.
    client.release(true);
  }
}

/** @returns what `finish` needs */
async function begin(
  client: PoolClient,
  { database, known }: { database: Database; known: readonly Migration[] },
  manifest: Manifest,
) {
  await clearUnfinished(client);
  const { before, after } = await planRestore(client, known, manifest);
  await client.query(MARK_RESTORE);
  await client.query(CREATE_HISTORY);
  // On a cluster of Citus rows then go to their shards while they come.
  await applyMigrations(client, before);
  await requireTables(client, manifest);
  // In a separate schema, which jobs of uploads can be put into in the same transaction.
  await prepareQueue(database);
  await client.query('BEGIN');
  return { foreignKeys: await beginLoading(client, manifest), after };
}

async function finish(
  client: PoolClient,
  report: BackupReport,
  loading: Awaited<ReturnType<typeof begin>> | null,
): Promise<RestoreReport> {
  if (!loading) throw new Error('a backup was read to its end without a manifest');
  const { foreignKeys, after } = loading;
  await finishLoading(client, { manifest: report.manifest, end: report.end, foreignKeys });
  const queuedUploads = await queueUploads(client);
  const paused = await pauseWebhooks(client);
  await client.query(`DROP TABLE ${RESTORE_MARKER}`);
  await client.query('COMMIT');
  // A crash from here on leaves a whole database of the backup's version, which the next start brings up to date.
  await applyMigrations(client, after, { evenFilled: true });
  await client.query('ANALYZE');
  return { ...report, migrated: after.map(({ name }) => name), queuedUploads, paused };
}

/**
 * Makes the jobs again that a backup does not hold: of uploads that wait or were being read. Stale heatmaps are found by the
 * worker itself. Wants `prepareQueue` before the transaction.
 */
async function queueUploads(client: PoolClient): Promise<number> {
  // Whoever read it reads it in the database that was copied, not in this one.
  await client.query(`UPDATE uploads SET state = 'queued', progress = NULL WHERE state = 'reading'`);
  const uploads = await listValues<number>(
    client,
    `SELECT id FROM uploads WHERE state = 'queued' ORDER BY id`,
  );
  for (const id of uploads) await addIngestJob(client, id);
  return uploads.length;
}

/** A copy next to the original must not call the original's receivers. */
async function pauseWebhooks(client: PoolClient): Promise<RestoreReport['paused']> {
  const webhooks = await client.query('UPDATE webhooks SET active = false WHERE active');
  const deliveries = await client.query(
    `UPDATE webhook_deliveries SET state = 'failed', next_try_at = NULL,
       error = 'Not sent: this database was restored from a backup.'
     WHERE state = 'waiting'`,
  );
  return { webhooks: webhooks.rowCount ?? 0, deliveries: deliveries.rowCount ?? 0 };
}

/*
 * Tables cannot be created in the transaction of the rows: before PostgreSQL 17 a value that was added to an
 * enumeration can be used only when that was committed. So a table of one row says, from before the first table to the
 * transaction of the rows, that a restore is under way, and what was there before it; `npm start`, workers and commands
 * refuse such a database, and the next restore starts over.
 */

/** Types and functions of the schema that belong to no extension; types of tables go with their tables. */
const TYPES = `SELECT oid FROM pg_type WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('e', 'd')`;
const FUNCTIONS = `SELECT oid FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`;
const TABLES = `SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`;

/** Notes that a restore begins. */
const MARK_RESTORE = `CREATE TABLE ${RESTORE_MARKER} AS SELECT now() AS begun_at,
  ARRAY(${TABLES}) AS tables, ARRAY(${TYPES}) AS types, ARRAY(${FUNCTIONS}) AS functions`;

/**
 * Removes what a restore made that was not finished: only what was not there before it. Does nothing without one.
 * No row is lost, because the rows of a restore are visible only when it is finished.
 */
async function clearUnfinished(client: PoolClient): Promise<void> {
  const isThere = 'SELECT to_regclass($1) IS NOT NULL AS there';
  if (!(await getValue<boolean>(client, isThere, [RESTORE_MARKER]))) return;
  const made = await listValues<string>(
    client,
    `SELECT 'TABLE ' || oid::regclass AS drop FROM (${TABLES}) AS now
       WHERE oid <> ALL (SELECT unnest(tables) FROM ${RESTORE_MARKER})
     UNION ALL SELECT 'FUNCTION ' || oid::regprocedure FROM (${FUNCTIONS}) AS now
       WHERE oid <> ALL (SELECT unnest(functions) FROM ${RESTORE_MARKER})
     UNION ALL SELECT 'TYPE ' || oid::regtype FROM (${TYPES}) AS now
       WHERE oid <> ALL (SELECT unnest(types) FROM ${RESTORE_MARKER})`,
  );
  // The marker is the last: killed in between, this is done again.
  const marker = `TABLE ${RESTORE_MARKER}`;
  await client.query('BEGIN');
  for (const drop of made) if (drop !== marker) await client.query(`DROP ${drop} CASCADE`);
  await client.query(`DROP ${marker}`);
  await client.query('COMMIT');
}

/**
 * Requirements of a backup's schema on a database that may have been migrated already, but holds nothing.
 *
 * @returns the migrations to apply before rows are loaded, and those to apply after
 * @throws MigrationError when the backup is of a newer version; RestoreRefusedError when the database is not empty
 */
async function planRestore(
  client: PoolClient,
  known: readonly Migration[],
  manifest: Manifest,
): Promise<{ before: Migration[]; after: Migration[] }> {
  const applied = await readApplied(client);
  const inBackup = manifest.migrations.map((migration) => ({ ...migration, finished: true }));
  const after = pendingMigrations(known, inBackup, {
    whose: 'This backup',
    wayOut: 'restore it with the version that wrote it, or a newer one.',
  });
  const lead = applied.find(({ name }) => !inBackup.some((migration) => migration.name === name));
  if (lead) {
    throw new RestoreRefusedError(
      `the tables of the database are already those of ${lead.name}, which is newer than the backup. Restore into a database without tables: this version then brings it up to date by itself.`,
    );
  }
  await requireEmpty(client);
  await requireUtf8(client);
  const before = pendingMigrations(known, applied).filter((migration) => !after.includes(migration));
  return { before, after };
}

/** Tables that a migration gives a row. */
const NEVER_EMPTY = new Set(['epochs']);

async function requireEmpty(client: PoolClient): Promise<void> {
  for (const { name } of await listTables(client)) {
    if (NEVER_EMPTY.has(name)) continue;
    if (!(await getValue<boolean>(client, `SELECT EXISTS (SELECT 1 FROM ${quoted(name)}) AS any`))) continue;
    throw new RestoreRefusedError(
      `the database is not empty: its table ${name} has rows. Nothing was changed.`,
    );
  }
}

async function requireUtf8(client: PoolClient): Promise<void> {
  const encoding = await getValue<string>(client, 'SHOW server_encoding');
  if (encoding === 'UTF8') return;
  throw new RestoreRefusedError(
    `the database has the encoding ${encoding} instead of UTF8. Nothing was changed.`,
  );
}

/** @throws RestoreRefusedError when the migrations did not make the tables that the backup has */
async function requireTables(client: PoolClient, manifest: Manifest): Promise<void> {
  const found = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join()]));
  for (const { name, columns } of manifest.tables) {
    const here = found.get(name);
    found.delete(name);
    if (here === columns.join()) continue;
    throw new RestoreRefusedError(
      here === undefined
        ? `the backup has a table ${name}, and its migrations don't make one.`
        : `the table ${name} has the columns ${here} here, and ${columns.join()} in the backup.`,
    );
  }
  const [other] = found.keys();
  if (other === undefined) return;
  throw new RestoreRefusedError(
    `the database has a table ${other} that is not in the backup. Use a database that nothing else is in.`,
  );
}

/**
 * Blobs of a backup are ordered by digest, so a pack has files of many uploads, and an upload that is deleted
 * leaves its files in as many packs. They are small, because all of them are rewritten then.
 */
const PACK_BYTES = 16 * 1024 ** 2;

/**
 * Takes the blobs of a backup into a store: packed, or one by one when the backup is of a version that had no packs.
 *
 * @param client its transaction gets the places, and ends after the last blob
 */
function openRestoredBlobs(blobs: BlobStore, client: Queries) {
  const incoming = openIncoming(blobs.objects.incoming);
  const newFile = () => path.join(incoming.path, randomUUID());
  let begun: Promise<boolean> | null = null;
  let open: PackSet | null = null;
  const written: PackSet[] = [];
  /** One pack after the other. */
  let last: Promise<void> = Promise.resolve();

  /** @returns whether blobs are packed */
  const begin = async () => {
    await mkdir(incoming.path, { recursive: true, mode: 0o700 });
    return getValue<boolean>(client, `SELECT to_regclass('packed_blobs') IS NOT NULL AS there`);
  };
  const write = async (packs: PackSet) => {
    written.push(packs);
    await packs.finish();
    await packs.put();
    await packs.save(client);
  };
  const pack = (sha256: string, content: Buffer | LocalFile): Promise<void> => {
    open ??= openPackSet(blobs, incoming.path);
    const packs = open;
    const added = packs.add(sha256, content);
    if (packs.bytes() < PACK_BYTES) return added;
    open = null;
    last = last.then(() => write(packs));
    last.catch(() => {});
    return last;
  };
  const putAlone = async (sha256: string, content: Buffer | LocalFile) => {
    let file = content;
    if (Buffer.isBuffer(file)) {
      const there = { path: newFile(), bytes: file.length };
      await writeFile(there.path, file, { mode: 0o600 });
      file = there;
    }
    const [name] = await blobs.singleNames(sha256);
    await blobs.objects.put(name, file);
    await rm(file.path, { force: true });
  };
  const receive = async (sha256: string, packed: Readable): Promise<LocalFile | false> => {
    const file = newFile();
    await pipeline(packed, createWriteStream(file, { mode: 0o600 }));
    if (await isContentOf(sha256, createReadStream(file)))
      return { path: file, bytes: (await stat(file)).size };
    await rm(file, { force: true });
    return false;
  };

  return {
    /** @returns whether the bytes are what the name says; others are not stored */
    async add(sha256: string, packed: Buffer | Readable): Promise<boolean> {
      begun ??= begin();
      const arePacked = await begun;
      const content = Buffer.isBuffer(packed)
        ? (await isContentOf(sha256, packed)) && packed
        : await receive(sha256, packed);
      if (content === false) return false;
      await (arePacked ? pack(sha256, content) : putAlone(sha256, content));
      return true;
    },
    /** Everything is in the store, and leads there when the transaction ends. */
    async finish(): Promise<void> {
      await last;
      const packs = open;
      open = null;
      if (packs) await write(packs);
    },
    /** Removes what is here; and what was put for nothing. */
    async end(): Promise<void> {
      await last.catch(() => {
        // The error was already reported to the caller of add.
      });
      for (const packs of [...written, ...(open ? [open] : [])]) await packs.discard();
      await rm(incoming.path, { recursive: true, force: true });
      incoming.done();
    },
  };
}
