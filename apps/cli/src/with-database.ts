import type { Database } from '@basecase/db/database';
import { EXIT, type ExitCode } from './exit';
import type { Io } from './io';
import { databaseUsageError, findLocalServer } from './local-server';

/**
 * Does something with the database of this machine's server, or of DATABASE_URL.
 *
 * @throws UsageError without a database
 */
export async function withDatabase(io: Io, work: (db: Database) => Promise<void>): Promise<ExitCode> {
  const server = await findLocalServer(io);
  // Loaded late, as for `basecase ingest`: most commands need no database client.
  const { openDatabase } = await import('@basecase/db/database');
  const { requireMigrated } = await import('@basecase/db/migrations/require-migrated');
  const db = openDatabase(server.databaseUrl);
  try {
    await requireMigrated(db, server.migrations);
    await work(db);
    return EXIT.ok;
  } catch (error) {
    throw databaseUsageError(error, server) ?? error;
  } finally {
    await db.close();
  }
}
