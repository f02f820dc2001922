import { blobs } from './database';
import { logError } from './log';
import { within } from './within';

/** How long one answer is valid: health is requested every few seconds, and each request to S3 costs money. */
const BELIEVED_MS = 60_000;

/** Who asks for health waits no longer than this. */
const ANSWER_MS = 2000;

let last: { at: number; problem: Promise<string | null> } | null = null;

/** Why the blob store can't be used, in plain words and without its keys; null when it can. */
export function findBlobProblem(): Promise<string | null> {
  const now = performance.now();
  if (!last || now - last.at > BELIEVED_MS) last = { at: now, problem: look() };
  return last.problem;
}

async function look(): Promise<string | null> {
  try {
    await within(ANSWER_MS, blobs().check());
    return null;
  } catch (error) {
    logError('blob store', error);
    const why = error instanceof Error && 'code' in error && String(error.code).startsWith('BLOBS_');
    return why ? (error as Error).message : 'The blob store does not answer.';
  }
}
