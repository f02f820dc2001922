// Takes jobs (uploads to read, records to bring up to date, webhooks to send) from the queue in PostgreSQL until it is told to stop. Any number may run.
// usage: DATABASE_URL=… BASECASE_BLOBS=… node --import tsx tools/worker.mjs
import path from 'node:path';
import { MigrationError, openBlobStore, openDatabase, requireMigrated, runWorker } from '@basecase/db';

const { DATABASE_URL, BASECASE_BLOBS, BASECASE_WEBHOOK_PRIVATE } = process.env;
if (!DATABASE_URL || !BASECASE_BLOBS) throw new Error('DATABASE_URL and BASECASE_BLOBS must be set.');

const database = openDatabase(DATABASE_URL);
try {
  await requireMigrated(database, path.join(import.meta.dirname, '../prisma/migrations'));
  await runWorker(database, openBlobStore(BASECASE_BLOBS), {
    allowPrivateWebhooks: BASECASE_WEBHOOK_PRIVATE === '1',
  });
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  console.error(`✗ ${error.message}\n  What to do: ${error.hint}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
