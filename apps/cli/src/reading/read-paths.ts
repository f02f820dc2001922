import { resolve } from 'node:path';
import { IngestError, type ParsedUpload } from '@basecase/ingest';
import type { ReadChoice } from '../device-option';
import type { Finding } from '../diagnostic-summary';
import type { Io } from '../io';
import { findingsOf, noteUnreadable } from './note-unreadable';
import { type Outcome, type Request, readOutcome } from './outcome';
import { ReadingQueue } from './reading-queue';
import { threadsFor } from './threads';

/** What was read of one path of the command line. */
export interface PathRead {
  path: string;
  /** Null when it cannot be read. */
  upload: ParsedUpload | null;
  /** What was noticed in either case. */
  findings: Finding[];
}

/**
 * Reads paths of the command line, on as many cores as there are, and gives what was read in the order of the paths.
 * One
 * that cannot be read is reported on standard error; reading continues, since the others may be fine.
 *
 * @throws anything that is not about the input
 */
export async function* readPaths(
  paths: readonly string[],
  io: Io,
  { device }: ReadChoice = {},
): AsyncGenerator<PathRead> {
  const requests = paths.map((path): Request => ({ path: resolve(io.cwd, path), device: device ?? null }));
  const threads = io.openReader ? threadsFor(requests.map(({ path }) => path)) : 1;
  if (!io.openReader || threads === 1) {
    for (const [index, request] of requests.entries())
      yield toRead(paths[index] ?? '', await readOutcome(request), io);
    return;
  }
  using queue = new ReadingQueue(requests, threads, io.openReader);
  for (const [index, path] of paths.entries()) yield toRead(path, await queue.outcome(index), io);
}

function toRead(path: string, outcome: Outcome, io: Io): PathRead {
  if ('upload' in outcome)
    return { path, upload: outcome.upload, findings: findingsOf(path, outcome.upload.diagnostics) };
  const { code, message, diagnostics } = outcome.unreadable;
  const error = new IngestError(code, message, { diagnostics });
  return { path, upload: null, findings: noteUnreadable(path, error, io) };
}
