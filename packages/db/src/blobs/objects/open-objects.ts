import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BlobStoreError } from '../../errors';
import { BLOB_LOCATIONS, isBlobLocation, isS3Location } from '../../settings/blob-location.mjs';
import { openFolder } from './folder-objects';
import type { ObjectStore } from './object-store';
import { openS3 } from './s3/s3-objects';
import { readS3Settings, type S3Environment, type S3Settings } from './s3/s3-settings';

/** What opens a blob store, in another process too: it may hold keys, so it is for no log and no argument. */
export type BlobAccess = { folder: string } | { s3: S3Settings; incoming: string };

/**
 * @param location a folder, or `s3://bucket/prefix`
 * @param env keys and address of S3
 * @throws BlobStoreError for settings that can't be used
 */
export function readBlobAccess(location: string, env: S3Environment): BlobAccess {
  if (!isBlobLocation(location))
    throw new BlobStoreError('BLOBS_SETTING', `BASECASE_BLOBS must be ${BLOB_LOCATIONS}.`);
  if (!isS3Location(location)) return { folder: location };
  return { s3: readS3Settings(location, env), incoming: incomingFolder() };
}

export function openObjects(access: BlobAccess): ObjectStore {
  return 'folder' in access ? openFolder(access.folder) : openS3(access.s3, access.incoming);
}

/**
 * Where files wait until they are sent to S3: in the folder for temporary files (TMPDIR). Raw bytes may hold secrets,
 * and
 * others may write there, too, so it has to be ours alone.
 */
function incomingFolder(): string {
  const uid = process.getuid?.() ?? 0;
  const folder = path.join(tmpdir(), `basecase-incoming-${uid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BlobStoreError(
      'BLOBS_SETTING',
      `The folder for files on their way to S3, ${folder}, can't be made (${why}). Name another folder in TMPDIR.`,
    );
  }
  const stats = lstatSync(folder);
  if (
    stats.isDirectory() &&
    (process.platform === 'win32' || (stats.uid === uid && (stats.mode & 0o77) === 0))
  )
    return folder;
  throw new BlobStoreError(
    'BLOBS_SETTING',
    `The folder for files on their way to S3, ${folder}, belongs to another user or is open to others. Remove it, or name another folder in TMPDIR.`,
  );
}
