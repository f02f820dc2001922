import type { Settings } from './io';
import { START } from './release';

/** Advice for a blob store that can't be used; wrong settings have their own message. */
const BLOBS_ADVICE: Record<string, string> = {
  BLOBS_REFUSED: 'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and what the keys may do.',
  BLOBS_MISSING: 'Create the bucket, or correct BASECASE_BLOBS.',
  BLOBS_UNAVAILABLE: 'Check AWS_ENDPOINT_URL_S3 and the network, and try again.',
};

/** What a machine refuses, and not what a program got wrong. */
const SYSTEM: Record<string, string> = {
  EACCES: 'no permission (EACCES): run this as another user, or change its permissions',
  EPERM: 'no permission (EPERM): run this as another user, or change its permissions',
  EROFS: 'the file system is read-only (EROFS)',
  ENOSPC: 'the disk is full (ENOSPC): make room there',
  EDQUOT: 'the disk quota is used up (EDQUOT): make room there',
  EMFILE: 'too many files are open (EMFILE): raise the limit, ulimit -n',
  ENFILE: 'too many files are open on this machine (ENFILE)',
  EIO: 'the disk or device reports an error (EIO)',
};

/**
 * What went wrong, where, and what to do, in one line, for errors that a command line or a machine causes. Keys and
 * passwords are
 * not in it.
 *
 * @returns null for any other error: it is a bug, and its stack is wanted
 */
export async function explainKnown(error: unknown, env: Settings): Promise<string | null> {
  if (!(error instanceof Error)) return null;
  const { AppError, DATABASE_UNAVAILABLE, toAppError } = await import('@basecase/db/errors');
  if (error instanceof AppError) {
    const { code, message } = error;
    return [oneLine(message), blobsPlace(code, env), BLOBS_ADVICE[code]].filter(Boolean).join(' ');
  }
  const system = explainSystem(error);
  if (system !== null) return system;
  return toAppError(error).code === DATABASE_UNAVAILABLE.code ? explainDatabase(error, env) : null;
}

/** An error of the system, with the file that it is about; null for any other. */
export function explainSystem(error: Error & { code?: unknown; path?: unknown }, where = ''): string | null {
  const words = SYSTEM[String(error.code)];
  if (words === undefined) return null;
  const place = typeof error.path === 'string' ? error.path : where;
  return `${place === '' ? '' : `${place}: `}${words}.`;
}

/** Settings that can't be read may have a key where a name belongs: they are not repeated. */
function blobsPlace(code: string, env: Settings): string {
  const { BASECASE_BLOBS: location = '' } = env;
  if (!code.startsWith('BLOBS_') || code === 'BLOBS_SETTING' || !/^s3:/i.test(location)) return '';
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  return `It is ${location}${endpoint ? ` at ${endpoint}` : ''}.`;
}

/** An error without advice by the commands. */
function explainDatabase(error: Error, env: Settings): string {
  const url = env.DATABASE_URL;
  const host = url && URL.canParse(url) ? ` at ${new URL(url).host}` : '';
  // Prisma shows the code first that asked, and at the end what happened.
  const why = error.message.trim().split('\n').at(-1) ?? '';
  return `the database${host} cannot be used: ${why}. Is "${START}" still running, and is DATABASE_URL right?`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
