import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { BackupReport } from '@basecase/db/backup/format';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { CliCommand } from '../cli-command';
import { openServer } from '../embedded-database';
import { EXIT, type ExitCode, UsageError } from '../exit';
import { type Io, untilAskedToEnd } from '../io';
import { databaseUsageError } from '../local-server';
import { START } from '../release';

const EXAMPLES = `
Writes the database and all stored files as they are at one moment; uploads, readers and people go on meanwhile.
FILE gets its name when it is complete, and replaces what had the name only then; "-" is the standard output, and a
device or a pipe is written into. It is a tar file, and as secret as the database. Works while "${START}" runs and while it does not, and with DATABASE_URL.
--verify writes nothing: it reads FILE and checks every sum, count and stored file in it. It needs no database.

Examples:
  basecase backup /backups/basecase-$(date +%F).tar
  basecase backup --verify /backups/basecase-2026-11-22.tar
  basecase backup - | ssh elsewhere 'cat > basecase.tar'
Exit codes: 0 complete, 1 nothing was written, 2 damaged: the messages say what is missing or where FILE is wrong.`;

/** By its names, too: where it is a socket, the system opens none of them. */
const STANDARD_OUTPUT: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

/** How often progress is drawn. */
const DRAW_MS = 200;

/** Adds `basecase backup FILE [--verify]` to the command line. */
export function defineBackup(command: CliCommand, io: Io): void {
  command
    .option('--verify', 'check an existing backup instead of writing one')
    .addHelpText('after', EXAMPLES)
    .runs((file: string, { verify }: { verify?: boolean }) =>
      verify ? runVerify(file, io) : runBackup(file, io),
    );
}

async function runBackup(file: string, io: Io): Promise<ExitCode> {
  const { openBlobStore } = await import('@basecase/db/blobs/blob-store');
  const { openDatabase } = await import('@basecase/db/database');
  const { writeBackup } = await import('@basecase/db/backup/write-backup');
  const { writeWhole } = await import('@basecase/db/backup/backup-file');
  const server = await openServer(io, { what: 'is being backed up' });
  const db = openDatabase(server.databaseUrl, { maxConnections: 2 });
  const { signal, release } = untilAskedToEnd();
  const started = performance.now();
  const draw = everySoOften((rows: number, blobs: number) =>
    io.progress(`${rows.toLocaleString('en')} rows, ${blobs.toLocaleString('en')} stored files`),
  );
  try {
    const write = (out: Writable) =>
      writeBackup(db, openBlobStore(server.blobs, db, io.env), out, {
        version: packageJson.version,
        migrations: server.migrations,
        signal,
        onProgress: ({ rows, blobs }) => draw(rows, blobs),
      });
    const toOutput = STANDARD_OUTPUT.has(file);
    // A reader that ends early has no backup, whatever else it means for other commands.
    if (toOutput) process.stdout.removeAllListeners('error');
    const report = toOutput
      ? await write(process.stdout)
      : await writeWhole(resolve(io.cwd, file), write, signal);
    io.progress(null);
    io.note(`${file}: ${describe(report)} in ${seconds(started)} s.`);
    return noteIncomplete(report, io);
  } catch (error) {
    io.progress(null);
    if (signal.aborted) throw new UsageError(`ended by ${signal.reason}; nothing was left.`);
    throw databaseUsageError(error, server) ?? fileUsageError(error, file) ?? error;
  } finally {
    release();
    await db.close();
    await server.close();
  }
}

async function runVerify(file: string, io: Io): Promise<ExitCode> {
  const { BackupError } = await import('@basecase/db/backup/format');
  const { verifyBackup } = await import('@basecase/db/backup/verify-backup');
  const started = performance.now();
  try {
    const report = await verifyBackup(await openBackup(file, io));
    io.note(`${file}: ${describe(report)}; all sums and counts are right (${seconds(started)} s).`);
    return noteIncomplete(report, io);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    io.note(`${file}: ${error.message}`);
    return EXIT.damaged;
  }
}

/** @throws UsageError when there is no such file */
export async function openBackup(file: string, io: Io): Promise<Readable> {
  if (file === '-') return process.stdin;
  const path = resolve(io.cwd, file);
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}.`);
  });
  if (stats.isDirectory()) throw new UsageError(`${file} is a directory; a backup is one file.`);
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

/** What is in a backup, in one line. */
export function describe({ manifest, end, bytes }: BackupReport): string {
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  return [
    `backup of ${manifest.createdAt} by Basecase ${manifest.basecase}`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    `${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables (${end.rows['runs'] ?? 0} runs)`,
    `${end.blobs.stored.toLocaleString('en')} stored files`,
  ].join(', ');
}

/** Says which bytes the backup should have and has not, because the blob store had not. */
export function noteIncomplete({ end, missing, damaged }: BackupReport, io: Io): ExitCode {
  for (const [what, count, names] of [
    ['missing from', end.blobs.missing, missing],
    ['damaged in', end.blobs.damaged, damaged],
  ] as const) {
    if (count === 0) continue;
    io.note(`basecase: ${count} stored files were ${what} the blob store, and are not in the backup:`);
    for (const name of names) io.note(`  ${name}`);
    if (count > names.length)
      io.note(`  and ${count - names.length} more; the backup lists all in sums/*.sha256`);
  }
  return end.blobs.missing + end.blobs.damaged > 0 ? EXIT.damaged : EXIT.ok;
}

const FILE_ADVICE: Record<string, string> = {
  ENOSPC: 'the disk is full. No backup was made',
  EDQUOT: 'the disk quota is used up. No backup was made',
  EFBIG: 'the file would be larger than is allowed here. No backup was made',
  ENOENT: 'no such directory',
  ENOTDIR: 'no such directory',
  EACCES: 'no permission to write there',
  EROFS: 'the file system is read-only',
  EISDIR: 'is a directory; name a file',
  ELOOP: 'its symbolic links lead in a circle',
  ENXIO: 'is a socket, or a device that is not there; name a file, a pipe, or "-" for standard output',
  EPIPE: 'the reader ended before the backup did',
  EIO: 'the device or disk reports an error (EIO). No backup was made',
};

function fileUsageError(error: unknown, file: string): UsageError | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const advice = FILE_ADVICE[String(error.code)];
  return advice === undefined ? null : new UsageError(`${file}: ${advice}.`);
}

export function everySoOften<T extends unknown[]>(draw: (...values: T) => void): (...values: T) => void {
  let last = 0;
  return (...values) => {
    if (performance.now() - last < DRAW_MS) return;
    last = performance.now();
    draw(...values);
  };
}

export function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
