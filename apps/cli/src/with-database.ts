import type { BlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import { EXIT, type ExitCode } from './exit';
import type { Io } from './io';
import { databaseUsageError, findLocalServer, type LocalServer } from './local-server';

/** Where results are stored: the database and the files of a server. */
export interface Stores {
  db: Database;
  server: LocalServer;
  openBlobs(): Promise<BlobStore>;
}

/**
 * Does something with the database of this machine's server, or of DATABASE_URL.
 *
 * @param work gives the exit code; nothing: it is done
 * @throws UsageError without a database
 */
export async function withDatabase(
  io: Io,
  work: (db: Database, stores: Stores) => Promise<ExitCode | undefined>,
): Promise<ExitCode> {
  return withStores(await findLocalServer(io), io, ({ db, ...stores }) => work(db, { db, ...stores }));
}

/** The same with a server that is known. */
export async function withStores(
  server: LocalServer,
  io: Io,
  work: (stores: Stores) => Promise<ExitCode | undefined>,
): Promise<ExitCode> {
  // Loaded late: most commands need no database client.
  const { openDatabase } = await import('@basecase/db/database');
  const { requireMigrated } = await import('@basecase/db/migrations/require-migrated');
  const db = openDatabase(server.databaseUrl);
  const openBlobs = async () => {
    const { openBlobStore } = await import('@basecase/db/blobs/blob-store');
    return openBlobStore(server.blobs, db, io.env);
  };
  try {
    await requireMigrated(db, server.migrations);
    return (await work({ db, server, openBlobs })) ?? EXIT.ok;
  } catch (error) {
    throw databaseUsageError(error, server) ?? error;
  } finally {
    await db.close();
  }
}
