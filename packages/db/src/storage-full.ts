import { statfs } from 'node:fs/promises';
import type { ObjectStore } from './blobs/objects/object-store';
import { StorageFullError } from './errors';

/** No room on a file system, or not for this user. */
const DISK_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** PostgreSQL's `disk_full` (class 53, insufficient resources). */
const DATABASE_CODE = '53100';

/** Causes may be nested by several layers; a ring of causes must not keep us. */
const MAX_DEPTH = 8;

/**
 * What is full, when that is what an error means: itself, or what caused it.
 *
 * @param store whose room is looked up; read only when its disk is full: a store that can't be opened must not
 * suppress the message
 * @returns null for every other error
 */
export async function findStorageFull(
  error: unknown,
  store: { readonly objects: Pick<ObjectStore, 'incoming' | 'isRemote'> },
): Promise<StorageFullError | null> {
  let cause = error;
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth += 1) {
    if (cause instanceof StorageFullError) return cause;
    const code = 'code' in cause ? cause.code : undefined;
    if (DISK_CODES.has(code)) {
      const { objects } = store;
      const options = { cause: error };
      const folder = objects.isRemote
        ? 'for files on their way to S3 (TMPDIR'
        : 'for log files (BASECASE_BLOBS';
      const message = `The disk of the folder ${folder}, ${objects.incoming}) is full${await freeText(objects.incoming)}.`;
      return new StorageFullError('DISK_FULL', `${message} ${WHAT_TO_DO}`, options);
    }
    if (code === DATABASE_CODE) {
      const message = `The disk of the database is full (PostgreSQL: ${cause.message}).`;
      return new StorageFullError('DATABASE_FULL', `${message} ${WHAT_TO_DO}`, { cause: error });
    }
    cause = cause.cause;
  }
  return null;
}

const WHAT_TO_DO =
  'Make room there, about twice the size of the upload, and try again; "basecase gc" deletes log files that nothing needs any more.';

/** `: 0.3 MB are free`; '' if unknown. */
async function freeText(directory: string): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return `: ${((bavail * bsize) / 1e6).toFixed(1)} MB are free`;
  } catch {
    // Only one detail of the message is missing then.
    return '';
  }
}
