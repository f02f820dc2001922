import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { BlobStoreError } from '../../errors';
import type { ObjectStore } from './object-store';

type Place = Pick<ObjectStore, 'incoming' | 'isRemote'>;

/** Rights, a file system that is mounted for reading, and a file that is where a folder should be. */
const CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** Converts an error about an unwritable folder of a store to a clear one; other errors are unchanged. */
export function asUnwritable(error: unknown, place: Place): unknown {
  if (!(error instanceof Error)) return error;
  const { code, path: file } = error as NodeJS.ErrnoException;
  // An input file may be refused as well.
  return CODES.has(code) && file !== undefined && isOnTheWay(file, place.incoming)
    ? unwritable(error, place)
    : error;
}

/**
 * Looks whether a folder can be written, or made where it is not there. Writes nothing.
 *
 * @param within folders in it that something is written to
 * @throws BlobStoreError (BLOBS_UNWRITABLE)
 */
export async function requireWritable(place: Place, within: readonly string[]): Promise<void> {
  try {
    for (const folder of ['', ...within]) await accessNearest(path.join(place.incoming, folder));
  } catch (error) {
    throw error instanceof Error ? unwritable(error, place) : error;
  }
}

/** Of a folder that is not there, the one that it would be made in. */
async function accessNearest(folder: string): Promise<void> {
  try {
    // The dot: a file of that name is none.
    await access(`${folder}${path.sep}.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    await accessNearest(parent);
  }
}

function unwritable(cause: Error, { incoming, isRemote }: Place): BlobStoreError {
  const folder = isRemote ? 'for files on their way to S3 (TMPDIR' : 'for log files (BASECASE_BLOBS';
  return new BlobStoreError(
    'BLOBS_UNWRITABLE',
    `The folder ${folder}, ${incoming}) can't be written: ${cause.message}.`,
    { cause },
  );
}

function isOnTheWay(file: string, folder: string): boolean {
  const [whole, part] = [path.resolve(file), path.resolve(folder)].map((each) => `${each}${path.sep}`);
  return whole !== undefined && part !== undefined && (whole.startsWith(part) || part.startsWith(whole));
}
