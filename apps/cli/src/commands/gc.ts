import type { CliCommand } from '../cli-command';
import type { ExitCode } from '../exit';
import type { Io } from '../io';
import { START } from '../release';
import { withDatabase } from '../with-database';

const HELP = `
The blob store holds the bytes of uploads and their log files. Bytes that no upload names are left by a deletion that
did not wait for a backup, or by an import that was killed. A worker deletes them once a day; this does it now. Safe
while everything runs. Uses the database in DATABASE_URL and the blob store in BASECASE_BLOBS, a folder or s3://bucket/prefix,
or those of "${START}".`;

/** Adds `basecase gc` to the command line. */
export function defineGc(command: CliCommand, io: Io): void {
  command
    .option('--dry-run', 'only list what would be deleted')
    .addHelpText('after', HELP)
    .runs((options: { dryRun?: boolean }) => runGc(options, io));
}

async function runGc({ dryRun = false }: { dryRun?: boolean }, io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db, { server, openBlobs }) => {
    const { collectGarbage } = await import('@basecase/db/blobs/collect-garbage');
    const { describeGarbage } = await import('@basecase/db/blobs/describe-garbage');
    const report = await collectGarbage(db, await openBlobs(), { isDryRun: dryRun });
    await io.print(`${server.blobs}: ${describeGarbage(report)}\n`);
  });
}
