import { NotFoundError } from '@basecase/db/errors';
import { PARSER_VERSION } from '@basecase/db/import/upload-row';
import { listParserVersions } from '@basecase/db/permalinks/list-parser-versions';
import type { ViewToFreeze } from '@basecase/db/types';
import { diffDocuments, documentTitle, isSameDocument, type LiveStatus } from '@basecase/views/document';
import {
  DOCUMENT_VIEWS,
  type DocumentKind,
  type DocumentSnapshot,
  type FrozenDocument,
  findViewPath,
  isDocumentKind,
} from '@basecase/views/share';
import type { Context } from '../trpc';
import { viewSource } from './view-source';

/**
 * Reads a live view and freezes it as it is read, with its numbers at full precision.
 *
 * @throws NotFoundError when there is nothing to show
 */
export async function freezeDocument(
  context: Context,
  kind: DocumentKind,
  query: URLSearchParams,
): Promise<ViewToFreeze> {
  const loaded = await DOCUMENT_VIEWS[kind].load(viewSource(context), query);
  if (!loaded) throw new NotFoundError('No such view, or no data is loaded.');
  const { document, path, read } = loaded;
  const versions = await Promise.all(read.map((columns) => listParserVersions(context.db, columns)));
  const parserVersions = [...new Set(versions.flat())].sort((a, b) => a - b);
  return {
    kind,
    path,
    title: documentTitle(document),
    snapshot: { shape: 1, document, parserVersions } satisfies DocumentSnapshot,
    parserVersion: parserVersions.at(-1) ?? PARSER_VERSION,
    shown: read,
  };
}

/** Compares frozen numbers with what the live view has now. Deleted and renamed sources are gone. */
export async function compareDocumentWithLive(
  context: Context,
  { document, livePath }: Pick<FrozenDocument, 'document' | 'livePath'>,
): Promise<LiveStatus> {
  const { kind, query } = findViewPath(livePath) ?? {};
  const live = kind && query && isDocumentKind(kind) ? await findDocument(context, kind, query) : null;
  const isView = live !== null && (live.isSideBySide || live.path === livePath);
  const diff = isView ? diffDocuments(document, live.document) : null;
  if (!diff) return { state: 'gone' };
  return isSameDocument(diff) ? { state: 'same' } : { state: 'differs', ...diff };
}

async function findDocument(context: Context, kind: DocumentKind, query: URLSearchParams) {
  try {
    const { load, isSideBySide } = DOCUMENT_VIEWS[kind];
    const loaded = await load(viewSource(context), query);
    return loaded && { ...loaded, isSideBySide };
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
