import { boundedLines, findPointer, MAX_POINTER_BYTES, mayBeJson } from '@basecase/ingest';
import { filesRemovedText } from '@basecase/ingest/model';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import type { ExcerptNumber, ExcerptPlace, LogExcerpt } from '../types';
import type { ArtifactView } from '../types/artifacts';
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
  /** The number that was read from them: for a JSON file the answer names the value. */
  number?: ExcerptNumber;
}

/**
 * The lines a number was read from, with some around them. Reads no further than it must. If the retention rule
 * removed the file, the answer has that fact in their place.
 *
 * @throws NotFoundError when the artifact is not stored, or its bytes are not
 */
export async function getLogExcerpt(
  database: Database,
  blobs: BlobStore,
  query: LogExcerptQuery,
): Promise<LogExcerpt> {
  const { artifactId, line, lineEnd, context = CONTEXT_LINES } = query;
  const artifact = await getArtifact(database, artifactId);
  const { path: file, filesRemovedAt } = artifact;
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
    const place = await findPlace(database, blobs, { query, artifact });
    return { artifactId, file, lines: shown, more, ...(place && { place }) };
  } finally {
    content.destroy();
  }
}

/** Numbers keep their line; the value in a JSON file is found on demand. */
async function findPlace(
  database: Database,
  blobs: BlobStore,
  {
    query: { artifactId, line, lineEnd, number },
    artifact: { path: file, kind, sizeBytes },
  }: { query: LogExcerptQuery; artifact: Pick<ArtifactView, 'path' | 'kind' | 'sizeBytes'> },
): Promise<ExcerptPlace | null> {
  if (!number || !mayBeJson(kind)) return null;
  if (sizeBytes > MAX_POINTER_BYTES) {
    return { unknown: `files of more than ${MAX_POINTER_BYTES / 2 ** 20} MiB are not read again for it` };
  }
  const open = async () => (await openArtifact(database, blobs, artifactId)).content;
  const found = await findPointer({ file, open }, { ...number, line, lineEnd });
  if (!found) return null;
  const { pointer, text, around } = found;
  return { pointer, text, ...(around && { around }) };
}
