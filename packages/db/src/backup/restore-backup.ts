import type { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { lockBlobs } from '../blobs/blob-lock';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { prepareQueue } from '../jobs/queue-job';
import {
  applyMigrations,
  CREATE_HISTORY,
  type Migration,
  PRISMA_LOCK,
  readApplied,
  readMigrations,
} from '../migrations/migrations.mjs';
import { setTextFormat } from './catalog';
import type { BackupReport, Manifest } from './format';
import { beginLoading, finishLoading, loadRows } from './loading';
import { queueAll } from './queue-all';
import { readBackup } from './read-backup';
import { planRestore, requireTables } from './restore-target';
import { RestoredBlobs } from './restored-blobs';
import { clearUnfinished, markRestore, unmarkRestore } from './unfinished-restore';

export interface RestoreOptions {
  /** Directory with one folder per migration. */
  migrations: string;
  onProgress?: (progress: { rows: number; table: string | null }) => void;
}

export interface RestoreReport extends BackupReport {
  /** Names of the migrations that the backup did not have. */
  migrated: string[];
  /** Uploads and messages that wait in the queue again. */
  queued: { uploads: number; deliveries: number };
}

/**
 * Restores a backup into an empty database and a blob store. Rows are written in one transaction, which ends after
 * the last byte
 * was checked. One that fails leaves no table; one that is killed leaves tables without rows and a mark, with which
 * everything else refuses the database, and the next restore starts over. Blobs that it had brought by then are named
 * by
 * nothing.
 *
 * @throws BackupError for a file that is not what it should be; RestoreRefusedError when the database is not empty;
 *   MigrationError when the backup is of a newer version
 */
export async function restoreBackup(
  database: Database,
  blobs: BlobStore,
  input: Readable,
  { migrations, onProgress = () => {} }: RestoreOptions,
): Promise<RestoreReport> {
  const known = await readMigrations(migrations);
  const client = await database.pool.connect();
  const restore = { client, database, known };
  const restored = new RestoredBlobs(blobs, client);
  try {
    await setTextFormat(client);
    // No other process creates tables meanwhile, or collects blobs that only this transaction names.
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await lockBlobs(client);
    let loading: Loading | null = null;
    const report = await readBackup(input, {
      async onManifest(manifest) {
        loading = await begin(restore, manifest);
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
    await undo(client).catch(() => {});
    throw error;
  } finally {
    await restored.end();
    // Ends the locks.
    client.release(true);
  }
}

interface Restore {
  database: Database;
  client: PoolClient;
  known: readonly Migration[];
}

interface Loading {
  foreignKeys: Awaited<ReturnType<typeof beginLoading>>;
  after: Migration[];
}

async function begin({ client, database, known }: Restore, manifest: Manifest): Promise<Loading> {
  await clearUnfinished(client);
  const { before, after } = await planRestore(client, {
    manifest,
    known,
    applied: await readApplied(client),
  });
  await markRestore(client);
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
  loading: Loading | null,
): Promise<RestoreReport> {
  if (!loading) throw new Error('a backup was read to its end without a manifest');
  const { foreignKeys, after } = loading;
  await finishLoading(client, { manifest: report.manifest, end: report.end, foreignKeys });
  const queued = await queueAll(client);
  await unmarkRestore(client);
  await client.query('COMMIT');
  // A crash from here on leaves a whole database of the backup's version, which the next start brings up to date.
  await applyMigrations(client, after, { evenFilled: true });
  await client.query('ANALYZE');
  return { ...report, migrated: after.map(({ name }) => name), queued };
}

async function undo(client: PoolClient): Promise<void> {
  await client.query('ROLLBACK');
  await clearUnfinished(client);
}
