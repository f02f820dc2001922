import { createInterface } from 'node:readline';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import type { LogExcerpt } from '../types';
import { parseId } from './parse-id';

/** Lines shown before and after the ones a number was read from. */
const CONTEXT_LINES = 3;

/** A mean may be over thousands of samples; its first lines are enough to see what they are. */
const MAX_LINES = 200;

/** Logs have lines of megabytes (EXPLAIN noise); the page shows their beginning. */
const MAX_LINE_LENGTH = 500;

/** Lines of a stored file, 1-based. */
export interface LogLines {
  artifactId: string;
  line: number;
  lineEnd: number;
  /** Lines around them; 3 when left out. */
  context?: number;
}

/**
 * The lines a number was read from, with some around them. Reads no further than it must.
 *
 * @throws NotFoundError when the artifact is not stored, or its bytes are not
 */
export async function getLogExcerpt(
  database: Database,
  blobs: BlobStore,
  { artifactId, line, lineEnd, context = CONTEXT_LINES }: LogLines,
): Promise<LogExcerpt> {
  const artifact = await database.prisma.artifact.findUnique({
    where: { id: parseId(artifactId, 'artifact') },
  });
  if (!artifact) throw new NotFoundError(`No artifact ${artifactId}.`);
  const first = Math.max(1, line - context);
  const last = Math.min(lineEnd + context, first + MAX_LINES - 1);
  const content = await blobs.read(artifact.sha256);
  const lines: LogExcerpt['lines'] = [];
  let number = 0;
  let more = false;
  try {
    for await (const text of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (number > last) {
        more = true;
        break;
      }
      if (number < first) continue;
      lines.push({ number, text: shorten(text), hit: number >= line && number <= lineEnd });
    }
  } finally {
    content.destroy();
  }
  return { artifactId, file: artifact.path, lines, more };
}

function shorten(text: string): string {
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
}
