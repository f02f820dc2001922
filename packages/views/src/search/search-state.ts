import { oneOf, search } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** What can be found, in the order in which it is listed. */
export const SEARCH_KINDS = ['test', 'heatmap', 'version', 'product', 'record', 'server', 'upload'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The search and its form in the URL. */
export const searchUrl = urlCodec({
  q: search(),
  /** Only results of one kind. */
  kind: oneOf('', ...SEARCH_KINDS),
});

export type SearchState = StateOf<typeof searchUrl>;

export function searchHref(state: Partial<SearchState>): string {
  return `/search${searchUrl.query(state)}`;
}
