import { listParserVersions, NotFoundError, PARSER_VERSION } from '@basecase/db';
import type { PermalinkToStore } from '@basecase/db/types';
import type { LiveStatus } from '@basecase/views/document';
import { diffDocuments, documentTitle, isSameDocument } from '@basecase/views/document';
import type { Context } from '../trpc';
import type { DocumentSnapshot, FrozenDocument } from './frozen-document';
import { loadDocument } from './load-document';
import { type DocumentKind, isDocumentKind, parseViewPath } from './view-path';

/**
 * Reads a live view and freezes it as it is read, with its numbers at full precision.
 *
 * @throws NotFoundError when there is nothing to show
 */
export async function freezeDocument(
  context: Context,
  kind: DocumentKind,
  query: URLSearchParams,
): Promise<PermalinkToStore> {
  const loaded = await loadDocument(context, kind, query);
  if (!loaded) throw new NotFoundError('There is no such view, or nothing is loaded.');
  const { document, path, read } = loaded;
  const versions = await Promise.all(read.map((columns) => listParserVersions(context.db, columns)));
  const parserVersions = [...new Set(versions.flat())].sort((a, b) => a - b);
  return {
    kind,
    path,
    title: documentTitle(document),
    snapshot: { shape: 1, document, parserVersions } satisfies DocumentSnapshot,
    parserVersion: parserVersions.at(-1) ?? PARSER_VERSION,
  };
}

/**
 * Views of several servers: those that are left are still the same view. A report about one server shows another when
 * the one that was asked for is gone, with rows of the same names: that is another view.
 */
const SIDE_BY_SIDE: readonly string[] = ['servers', 'trends'];

/** Compares frozen numbers with what the live view has now. Deleted and renamed sources are gone. */
export async function compareDocumentWithLive(
  context: Context,
  { document, livePath }: Pick<FrozenDocument, 'document' | 'livePath'>,
): Promise<LiveStatus> {
  const { kind, query } = parseViewPath(livePath);
  const live = isDocumentKind(kind) ? await findDocument(context, kind, query) : null;
  const isView = live !== null && (SIDE_BY_SIDE.includes(kind) || live.path === livePath);
  const diff = isView ? diffDocuments(document, live.document) : null;
  if (!diff) return { state: 'gone' };
  return isSameDocument(diff) ? { state: 'same' } : { state: 'differs', ...diff };
}

async function findDocument(context: Context, kind: DocumentKind, query: URLSearchParams) {
  try {
    return await loadDocument(context, kind, query);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
