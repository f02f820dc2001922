import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit';
import type { Io } from '../io';
import { databaseUsageError, findLocalServer } from '../local-server';
import { START } from '../release';

const HELP = `
The blob store holds the bytes of uploads and their log files. Bytes that no upload names are left by a deletion that
did not wait for a backup, or by an import that was killed. A worker deletes them once a day; this does it now. Safe
while everything runs. Uses the database in DATABASE_URL and the blob store in BASECASE_BLOBS, a folder or s3://bucket/prefix,
or those of "${START}".`;

/** Adds `basecase gc` to the command line. */
export function addGcCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  program
    .command('gc')
    .description('Delete stored files that no upload needs any more.')
    .option('--dry-run', 'only list what would be deleted')
    .addHelpText('after', HELP)
    .action(async (options: { dryRun?: boolean }) => onEnd(await runGc(options, io)));
}

/** @throws UsageError without a database */
async function runGc({ dryRun = false }: { dryRun?: boolean }, io: Io): Promise<ExitCode> {
  const server = await findLocalServer(io);
  const { collectGarbage } = await import('@basecase/db/blobs/collect-garbage');
  const { describeGarbage } = await import('@basecase/db/blobs/describe-garbage');
  const { openBlobStore } = await import('@basecase/db/blobs/blob-store');
  const { openDatabase } = await import('@basecase/db/database');
  const db = openDatabase(server.databaseUrl);
  try {
    const report = await collectGarbage(db, openBlobStore(server.blobs, db, io.env), { isDryRun: dryRun });
    await io.print(`${server.blobs}: ${describeGarbage(report)}\n`);
    return EXIT.ok;
  } catch (error) {
    throw databaseUsageError(error, server) ?? error;
  } finally {
    await db.close();
  }
}
