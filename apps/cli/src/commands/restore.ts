import type { CliCommand } from '../cli-command';
import { type OpenServer, openServer } from '../embedded-database';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { databaseUsageError } from '../local-server';
import { START } from '../release';
import { describe, everySoOften, noteIncomplete, openBackup, seconds } from './backup';

const EXAMPLES = `
Restores a backup into an empty database: that of DATABASE_URL, or a new one of this directory, while "${START}" does not
run. Everything keeps its id and address. The file is checked while it is read, and nothing is in the database unless all
of it is right. A backup of an older version is brought up to date; one of a newer version is refused.

Examples:
  basecase restore /backups/basecase-2026-11-22.tar
  createdb basecase && DATABASE_URL=postgresql://localhost/basecase basecase restore backup.tar
  ssh elsewhere cat basecase.tar | basecase restore -
Exit codes: 0 restored, 1 the database is not empty or there is none, 2 FILE is damaged.`;

/** Adds `basecase restore FILE` to the command line. */
export function defineRestore(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES).runs((file: string) => runRestore(file, io));
}

async function runRestore(file: string, io: Io): Promise<ExitCode> {
  const input = await openBackup(file, io);
  const { BackupError, RestoreRefusedError } = await import('@basecase/db/backup/format');
  const { openBlobStore } = await import('@basecase/db/blobs/blob-store');
  const { openDatabase } = await import('@basecase/db/database');
  const { restoreBackup } = await import('@basecase/db/backup/restore-backup');
  const server = await openServer(io, { what: 'is being restored', create: true });
  const db = openDatabase(server.databaseUrl, { maxConnections: 2 });
  const started = performance.now();
  const draw = everySoOften((table: string | null) => io.progress(table && `restoring ${table} …`));
  try {
    const report = await restoreBackup(db, openBlobStore(server.blobs, db, io.env), input, {
      migrations: server.migrations,
      onProgress: ({ table }) => draw(table),
    });
    io.progress(null);
    const { migrated, queuedUploads, paused } = report;
    io.note(`Restored ${file}: ${describe(report)} in ${seconds(started)} s.`);
    if (migrated.length > 0) io.note(`Brought up to date by ${migrated.join(', ')}.`);
    if (queuedUploads > 0) io.note(`${queuedUploads} uploads wait to be read: start Basecase or a worker.`);
    if (paused.webhooks > 0) {
      io.note(
        `Paused ${paused.webhooks} webhooks and ${paused.deliveries} messages: a copy must not call their receivers. Resume them at /webhooks.`,
      );
    }
    noteIncomplete(report, io);
    return EXIT.ok;
  } catch (error) {
    io.progress(null);
    if (error instanceof BackupError) {
      io.note(`${file}: ${error.message} Nothing was restored.`);
      return EXIT.damaged;
    }
    if (error instanceof RestoreRefusedError) throw new UsageError(`${error.message} ${emptyOne(server)}`);
    throw databaseUsageError(error, server) ?? error;
  } finally {
    await db.close();
    await server.close();
  }
}

/** Where an empty database comes from. */
function emptyOne({ kind }: OpenServer): string {
  if (kind === 'given')
    return 'Make an empty one with createdb --encoding UTF8 --template template0 NAME, and name it in DATABASE_URL.';
  return `Stop "${START}", rename .basecase/postgres and .basecase/blobs, and restore again: a new database is made.`;
}
