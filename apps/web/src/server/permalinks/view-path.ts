import { SettingError } from '@basecase/db';

/** Views of a heatmap. Their pages can be used like the live ones: another base, another metric. */
export type HeatmapKind = 'compare' | 'report';

/** Views that are frozen as they are read, as a document. */
export const DOCUMENT_KINDS = [
  'servers',
  'trends',
  'insert-benchmark',
  'fsync',
  'tproc-c',
  'db-bench',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Views that can be frozen. */
export type FrozenKind = HeatmapKind | DocumentKind;

export function isDocumentKind(kind: string): kind is DocumentKind {
  return (DOCUMENT_KINDS as readonly string[]).includes(kind);
}

export interface ViewPath {
  kind: FrozenKind;
  query: URLSearchParams;
}

/**
 * Which view a path means.
 *
 * @param path path and query of a page of this server: `/compare?server=pn53`
 * @throws SettingError with a message for whoever wanted the permalink
 */
export function parseViewPath(path: string): ViewPath {
  // Two slashes at the start, or a backslash, would name another host.
  if (!/^\/(?![/\\])/.test(path))
    throw new SettingError('A permalink is made from the path of a view of this server.');
  const { pathname, searchParams: query } = new URL(path, 'http://this.server');
  const [, page = '', ...rest] = pathname.split('/');
  if (rest.length === 0 && (page === 'compare' || page === 'report' || isDocumentKind(page)))
    return { kind: page, query };
  if (page === 'p' || page === 'embed')
    throw new SettingError('This view is frozen already: its address is its permalink.');
  throw new SettingError(`"${pathname.slice(0, 80)}" is no view of this server.`);
}
