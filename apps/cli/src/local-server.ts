import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connectionAdvice } from '@basecase/db/connection';
import { findWrongSettings, isS3Location } from '@basecase/db/settings';
import { UsageError } from './exit';
import type { Io } from './io';
import { IS_RELEASE, ROOT, START } from './release';

const DEFAULT_URL = 'http://127.0.0.1:3000';

export interface LocalServer {
  databaseUrl: string;
  /** Directory of the blob store, or `s3://bucket/prefix`. */
  blobs: string;
  /** Directory of the migrations that this version knows. */
  migrations: string;
  /** Where the pages are, without a slash at the end. */
  url: string;
  /** True where the server of these pages runs now, with this database. */
  isRunning: boolean;
}

interface Runtime {
  databaseUrl: string;
  url: string | null;
  isRunning?: boolean;
}

/**
 * Where to store and what to link to: `DATABASE_URL` first, else the server that `npm start` runs now.
 *
 * @throws UsageError when there is neither
 */
export async function findLocalServer(io: Io, root = ROOT): Promise<LocalServer> {
  const found = await findDatabaseUrl(io, root);
  if (!found) {
    throw new UsageError(
      `no database found. Run "${START}" in another terminal and leave it running, ` +
        'or set DATABASE_URL to a migrated PostgreSQL database.',
    );
  }
  return toLocalServer(io, found, root);
}

/** The database that is there now; null when nothing runs and none is named. */
export async function findDatabaseUrl(io: Io, root = ROOT): Promise<Runtime | null> {
  const runtime = await readRuntime(join(stateDirectory(io, root), 'runtime.json')).catch((error) => {
    // Only the address of the pages is missing then.
    if (io.env.DATABASE_URL) return null;
    throw error;
  });
  const databaseUrl = io.env.DATABASE_URL || runtime?.databaseUrl;
  const isRunning = runtime?.url != null && runtime.databaseUrl === databaseUrl;
  return databaseUrl ? { databaseUrl, url: runtime?.url ?? null, isRunning } : null;
}

/** @throws UsageError for settings that can't be used */
export function toLocalServer(
  io: Io,
  { databaseUrl, url, isRunning = false }: Runtime,
  root = ROOT,
): LocalServer {
  return {
    databaseUrl,
    blobs: blobLocation(io, root),
    migrations: join(root, 'prisma/migrations'),
    url: (url ?? DEFAULT_URL).replace(/\/$/, ''),
    isRunning,
  };
}

function blobLocation(io: Io, root: string): string {
  const wrong = findWrongSettings('cli', { ...io.env });
  if (wrong.length > 0) throw new UsageError(wrong.join(' '));
  const given = io.env.BASECASE_BLOBS || join(stateDirectory(io, root), 'blobs');
  return isS3Location(given) ? given : resolve(homeOf(io, root), given);
}

/** As `npm start` does: everything that it leaves behind is in one directory. */
function stateDirectory(io: Io, root: string): string {
  return resolve(homeOf(io, root), io.env.BASECASE_STATE || '.basecase');
}

/** The directory that settings are relative to. */
function homeOf(io: Io, root: string): string {
  return IS_RELEASE ? io.cwd : root;
}

/**
 * What `npm start` wrote about itself; null when it does not run, also when it was killed and left its file.
 *
 * @throws UsageError for a file that cannot be read, as that of another user
 */
async function readRuntime(file: string): Promise<Runtime | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    const isOfOther = error.code === 'EACCES' || error.code === 'EPERM';
    throw new UsageError(
      `${file}, which says where the running Basecase has its database, cannot be read (${error.code}). ` +
        `${isOfOther ? `Run this as the user who runs "${START}"` : 'Correct that'}, or set DATABASE_URL.`,
    );
  });
  if (text === null) return null;
  const runtime = parseJson(text);
  if (typeof runtime !== 'object' || runtime === null) return null;
  if (!('databaseUrl' in runtime) || typeof runtime.databaseUrl !== 'string') return null;
  if ('pid' in runtime && typeof runtime.pid === 'number' && !isRunning(runtime.pid)) return null;
  const url = 'url' in runtime && typeof runtime.url === 'string' ? runtime.url : null;
  return { databaseUrl: runtime.databaseUrl, url };
}

/** Undefined for what is no JSON: then nothing is known of a server. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Advice for error codes of Node and PostgreSQL. */
const CONNECTION_ADVICE: Record<string, string> = {
  ECONNREFUSED: `the connection was refused. Is "${START}" still running, and is DATABASE_URL right?`,
  ENOTFOUND:
    'unknown host. Is DATABASE_URL right? Special characters of its password are %-encoded: @ is %40, / is %2F.',
  ETIMEDOUT: 'the host does not respond. Is DATABASE_URL right?',
  '28P01': 'the password was rejected. Is DATABASE_URL right?',
  '28000': 'the user was rejected. Is DATABASE_URL right?',
  '3D000': 'the server has no database of that name. Is DATABASE_URL right?',
  '42P01': `it has no tables yet. Run "${START}" once to migrate it.`,
};

/**
 * The advice for an error of the database itself, with the address but without the password.
 *
 * @returns null for any other error
 */
export function databaseUsageError(
  error: unknown,
  { databaseUrl }: Pick<LocalServer, 'databaseUrl'>,
): UsageError | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'MigrationError' && 'hint' in error) {
    return new UsageError(`${error.message} What to do: ${error.hint}`);
  }
  if (!('code' in error)) return null;
  const advice = connectionAdvice(error, databaseUrl) ?? CONNECTION_ADVICE[String(error.code)];
  if (advice === undefined) return null;
  const host = URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'an unreadable address';
  return new UsageError(`the database at ${host} cannot be used: ${advice}`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only asks
    return true;
  } catch (error) {
    // Somebody else's process runs as well as ours does.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
