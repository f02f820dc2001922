import { oneOf, search } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** A piece of a text, and whether a word was found in it. */
export interface TextPart {
  text: string;
  isMarked: boolean;
}

export interface SearchResult {
  kind: SearchKind;
  title: TextPart[];
  /** Less than the title, on the same line: the range of a test. */
  aside: string;
  /** Where, and since when. */
  detail: TextPart[];
  /** A ratio, a count or a state. */
  end: string;
  /** Of a ratio that a record is sure of; null otherwise. */
  trend: 'slower' | 'faster' | null;
  href: string;
}

export interface SearchGroup {
  kind: SearchKind;
  /** `Test at a version`. */
  label: string;
  /** `3 of 11`, `3 of more than 200`, `2`. */
  count: string;
  total: number;
  /** There are more than the total says. */
  isAtLeast: boolean;
  results: SearchResult[];
}

export interface SearchModel {
  q: string;
  kind: SearchKind | '';
  groups: SearchGroup[];
  /** Results that are listed, and how many there are: `9 of 17`. */
  count: string;
  /** Null while something was found, or nothing was asked. */
  nothing: NothingFound | null;
}

/** The answer if nothing has every word. */
export interface NothingFound {
  /** Words that are stored nowhere, each with what may have been meant. */
  near: { word: string; near: string | null; note: string }[];
  /** The search with the near names in their place; null when a word has none. */
  instead: { text: string; href: string } | null;
  /** The search without one word, where each is stored but never together. */
  fewer: { text: string; href: string }[];
  /** `Looked in: 33 tests, 41 versions, ...`. */
  lookedIn: string;
}

export const KIND_LABELS: Readonly<Record<SearchKind, string>> = {
  test: 'Test at a version',
  heatmap: 'Heatmap',
  version: 'Version',
  product: 'Product',
  record: 'Record',
  server: 'Server',
  upload: 'Upload',
};

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
