import { statfs } from 'node:fs/promises';
import { isS3Location } from '@basecase/db/settings/blob-location';
import { env } from '../env';
import { blobs } from './database';
import { logError } from './log';
import { within } from './within';

/** How long one answer is valid: health is requested every few seconds, and each request to S3 costs money. */
const BELIEVED_MS = 10_000;

/** Who asks for health waits no longer than this. */
const ANSWER_MS = 2000;

/** An upload of the largest size still fits, packed. */
const LOW_BYTES = 2 * 1024 ** 3;

let last: { at: number; problem: Promise<string | null> } | null = null;

/** Why the blob store can't be used, or not for much longer, in plain words and without its keys; null when it can. */
export function findBlobProblem(): Promise<string | null> {
  const now = performance.now();
  if (!last || now - last.at > BELIEVED_MS) last = { at: now, problem: look() };
  return last.problem;
}

async function look(): Promise<string | null> {
  try {
    await within(ANSWER_MS, blobs().check());
    const free = await freeBlobBytes();
    return free === null ? null : lowDiskProblem(free);
  } catch (error) {
    logError('blob store', error);
    const why = error instanceof Error && 'code' in error && String(error.code).startsWith('BLOBS_');
    return why ? (error as Error).message : 'The blob store does not answer.';
  }
}

/** @param free bytes on the disk of the blob store */
export function lowDiskProblem(free: number): string | null {
  if (free >= LOW_BYTES) return null;
  return `The disk of the blob store is nearly full: ${Math.floor(free / 1024 ** 2)} MB are free, 2,048 are needed.`;
}

/** Free bytes on the disk of the blob store; null when it is in S3 or can't be reached. */
export async function freeBlobBytes(): Promise<number | null> {
  const location = env().BASECASE_BLOBS;
  if (isS3Location(location)) return null;
  return statfs(location).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
