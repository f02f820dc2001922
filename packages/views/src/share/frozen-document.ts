import type { PermalinkView } from '@basecase/db/types';
import type { ViewDocument } from '../document/view-document';

/** The stored form of a frozen view. */
export interface DocumentSnapshot {
  /** Of this shape. Raised when old snapshots can't be read as new ones. */
  shape: 1;
  document: ViewDocument;
  /** Of everything the numbers were read by, ascending. */
  parserVersions: number[];
}

/** A permalink of a document, ready to be drawn. */
export interface FrozenDocument {
  slug: string;
  title: string;
  /** Path and query of the live view. */
  livePath: string;
  /** ISO 8601. */
  createdAt: string;
  parserVersions: number[];
  document: ViewDocument;
}

/**
 * Reads the snapshot of a permalink.
 *
 * @throws Error for a snapshot of a shape that this version does not know
 */
export function toFrozenDocument(permalink: PermalinkView): FrozenDocument {
  const { slug, title, path, createdAt, parserVersion } = permalink;
  const { shape, document, parserVersions } = permalink.snapshot as DocumentSnapshot;
  if (shape !== 1) throw new Error(`Permalink ${slug} has a snapshot of unknown shape ${shape}.`);
  return {
    slug,
    title,
    livePath: path,
    createdAt,
    parserVersions: parserVersions.length > 0 ? parserVersions : [parserVersion],
    document,
  };
}
