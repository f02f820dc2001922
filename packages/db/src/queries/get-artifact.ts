import type { Readable } from 'node:stream';
import { boundedLines } from '@basecase/ingest';
import { filesRemovedText } from '@basecase/ingest/model';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { FilesRemovedError, NotFoundError } from '../errors';
import type { ArtifactLines, ArtifactView } from '../types/artifacts';
import { parseId } from './parse-id';

/** Lines of a page. 1,000 lines are a few hundred KB of HTML at most, and a browser scrolls them without effort. */
export const ARTIFACT_PAGE_LINES = 1000;
/** Logs have lines of megabytes (EXPLAIN noise); the page shows their beginning, the raw file has all of it. */
const MAX_LINE_BYTES = 2000;

/** @throws NotFoundError */
export async function getArtifact(database: Database, id: string): Promise<ArtifactView> {
  return (await findStored(database, id)).view;
}

/**
 * The plain bytes of a stored file as a stream. Secrets were masked before it was stored.
 *
 * @throws NotFoundError when the artifact is not there, or its bytes are not; FilesRemovedError when the retention rule
 *   removed them
 */
export async function openArtifact(
  database: Database,
  blobs: BlobStore,
  id: string,
): Promise<{ artifact: ArtifactView; content: Readable }> {
  const stored = await findStored(database, id);
  return { artifact: stored.view, content: await readBytes(blobs, stored) };
}

/** Bytes that another upload has, too, may be there: what the rule removed is gone for everybody at once. */
function readBytes(blobs: BlobStore, { view, sha256 }: StoredFile): Promise<Readable> {
  if (view.filesRemovedAt !== null) throw new FilesRemovedError(filesRemovedText(view.filesRemovedAt));
  return blobs.read(sha256);
}

/**
 * The page of lines that holds a line. Pages begin at line 1, 1001, ... so that links to them stay the same. Reads no
 * further than it must, and holds no more than the page. Of a file that the retention rule removed there are none.
 *
 * @param line 1-based
 * @throws NotFoundError
 */
export async function getArtifactLines(
  database: Database,
  blobs: BlobStore,
  { id, line }: { id: string; line: number },
): Promise<ArtifactLines> {
  const stored = await findStored(database, id);
  const artifact = stored.view;
  const first = Math.floor((line - 1) / ARTIFACT_PAGE_LINES) * ARTIFACT_PAGE_LINES + 1;
  if (artifact.filesRemovedAt !== null) {
    return { artifact, first, pageLines: ARTIFACT_PAGE_LINES, lines: [], more: false, binary: false };
  }
  const content = await readBytes(blobs, stored);
  const last = first + ARTIFACT_PAGE_LINES - 1;
  try {
    const { lines, more } = await boundedLines(content, { first, last, maxBytes: MAX_LINE_BYTES });
    // No text file has a zero byte.
    const binary = lines.some(({ text }) => text.includes('\0'));
    const shown = binary
      ? []
      : lines.map(({ text, cut, overwritten }) => ({ text, cut: cut || overwritten }));
    return { artifact, first, pageLines: ARTIFACT_PAGE_LINES, lines: shown, more: more && !binary, binary };
  } finally {
    content.destroy();
  }
}

interface StoredFile {
  view: ArtifactView;
  sha256: string;
}

async function findStored(database: Database, id: string): Promise<StoredFile> {
  // A link names the file alone, and not its upload.
  const stored = await database.prisma.artifact.findFirst({
    where: { id: parseId(id, 'artifact') },
    include: { upload: { select: { id: true, filename: true, origin: true, filesRemovedAt: true } } },
  });
  if (!stored) throw new NotFoundError(`No artifact ${id}.`);
  const { path, kind, status, sizeBytes, upload, sha256 } = stored;
  return {
    view: {
      id: String(stored.id),
      path,
      kind,
      status,
      sizeBytes: Number(sizeBytes),
      filesRemovedAt: upload.filesRemovedAt?.toISOString() ?? null,
      upload: { id: String(upload.id), filename: upload.filename, origin: upload.origin },
    },
    sha256,
  };
}
