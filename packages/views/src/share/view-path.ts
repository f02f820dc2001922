import { type DocumentKind, isDocumentKind } from './document-views';

/** Views of a heatmap. Their pages can be used like the live ones: another base, another metric. */
export type HeatmapKind = 'compare' | 'report';

export interface HeatmapPath {
  kind: HeatmapKind;
  query: URLSearchParams;
}

export interface DocumentPath {
  kind: DocumentKind;
  query: URLSearchParams;
}

/**
 * Which view a path means.
 *
 * @param path path and query of a page: `/compare?server=pn53`
 * @returns null for a path that can't be shared (see whyNotShared)
 */
export function findViewPath(path: string): HeatmapPath | DocumentPath | null {
  if (leadsElsewhere(path)) return null;
  const { pathname, searchParams: query } = new URL(path, 'http://this.server');
  const kind = pathname.slice(1);
  if (kind === 'compare' || kind === 'report') return { kind, query };
  return isDocumentKind(kind) ? { kind, query } : null;
}

/** Why a path can't be shared, for the author of the permalink. */
export function whyNotShared(path: string): string {
  if (leadsElsewhere(path)) return 'A permalink needs the path of a view on this server.';
  const { pathname } = new URL(path, 'http://this.server');
  return /^\/(p|embed)(\/|$)/.test(pathname)
    ? 'This view is already frozen: its address is its permalink.'
    : `"${pathname.slice(0, 80)}" is not a view of this server.`;
}

/** Two slashes at the start, or a backslash, would name another host. */
function leadsElsewhere(path: string): boolean {
  return !/^\/(?![/\\])/.test(path);
}
