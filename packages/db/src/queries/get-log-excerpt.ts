import { boundedLines } from '@basecase/ingest';
import { filesRemovedText } from '@basecase/ingest/model';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import type { LogExcerpt } from '../types';
import { getArtifact, openArtifact } from './get-artifact';

/** Lines shown before and after the ones a number was read from. */
const CONTEXT_LINES = 3;

/** A mean may be over thousands of samples; its first lines are enough to see what they are. */
const MAX_LINES = 200;

/** Logs have lines of megabytes (EXPLAIN noise); the page shows their beginning. */
const MAX_LINE_BYTES = 500;

/** Lines of a stored file, 1-based. */
export interface LogExcerptQuery {
  artifactId: string;
  line: number;
  lineEnd: number;
  /** Lines around them; 3 when left out. */
  context?: number;
}

/**
 * The lines a number was read from, with some around them. Reads no further than it must. Where the retention rule removed
 * the file, it says so in their place.
 *
 * @throws NotFoundError when the artifact is not stored, or its bytes are not
 */
export async function getLogExcerpt(
  database: Database,
  blobs: BlobStore,
  { artifactId, line, lineEnd, context = CONTEXT_LINES }: LogExcerptQuery,
): Promise<LogExcerpt> {
  const { path: file, filesRemovedAt } = await getArtifact(database, artifactId);
  if (filesRemovedAt !== null) {
    return { artifactId, file, lines: [], more: false, removed: filesRemovedText(filesRemovedAt) };
  }
  const { content } = await openArtifact(database, blobs, artifactId);
  const first = Math.max(1, line - context);
  const last = Math.min(lineEnd + context, first + MAX_LINES - 1);
  try {
    const { lines, more } = await boundedLines(content, { first, last, maxBytes: MAX_LINE_BYTES });
    const shown = lines.map(({ number, text, cut, overwritten }) => ({
      number,
      text: `${overwritten ? '…' : ''}${text}${cut ? '…' : ''}`,
      hit: number >= line && number <= lineEnd,
    }));
    return { artifactId, file, lines: shown, more };
  } finally {
    content.destroy();
  }
}
