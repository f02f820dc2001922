import type { LoadedDocument } from '../document/view-document';
import type { AddressProblem } from '../url/address-problem';
import type { UrlCodec } from '../url/url-codec';

/** A page that compares: its address, what is read for it, and what its document has. */
export interface PageView<Source, State, Loaded> {
  url: UrlCodec<State>;
  read: (source: Source, state: State) => Promise<Loaded>;
  /**
   * Parts of the address that match no data.
   *
   * @param misread those that have no valid form
   */
  problems: (state: State, loaded: Loaded, misread: AddressProblem[]) => AddressProblem[];
  /** Null when nothing of it is loaded. */
  document: (loaded: Loaded, state: State) => LoadedDocument | null;
}

/**
 * What of an address a page passes over.
 *
 * @param others parameters that are not of the view: `format`
 */
export function viewProblems<State, Loaded>(
  { url, problems }: Pick<PageView<never, State, Loaded>, 'url' | 'problems'>,
  query: Iterable<readonly [string, string]>,
  loaded: Loaded,
  others?: readonly string[],
): AddressProblem[] {
  const pairs = [...query];
  return problems(url.parse(pairs), loaded, url.problems(pairs, others));
}

interface ReadColumns {
  server: { slug: string };
  workload: { slug: string };
  columns: readonly { slug: string }[];
}

/** The columns of a heatmap that a document was made of, with the tests that it shows; null: all of them. */
export function shownRuns(
  { server, workload, columns }: ReadColumns,
  tests: string[] | null,
): LoadedDocument['read'][number] {
  return {
    server: server.slug,
    workload: workload.slug,
    columns: columns.map(({ slug }) => slug),
    tests,
  };
}
