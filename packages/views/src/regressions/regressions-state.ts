import { KINDS, SORTS, STATES, VERDICTS } from '@basecase/contract/words';
import { flag, oneOf, pageNumber, search, serverSlug, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

export { KINDS, SORTS, STATES, VERDICTS };

/** The list of records and its form in the URL. */
export const regressionsUrl = urlCodec({
  kind: oneOf(...KINDS),
  q: search(),
  product: text(),
  /** Slug. */
  server: serverSlug(),
  /** Id of a group of tests. */
  group: text(),
  /** The listed records: one state, those to triage, or all that the data still show. */
  state: oneOf('open', ...STATES, 'withdrawn', 'all'),
  verdict: oneOf('', ...VERDICTS),
  /** First bad version. */
  since: text(),
  /** Version line of builds: `19devel@master`. */
  line: text(),
  /** Whether the newest nights have the test; releases always count as measured. */
  measured: oneOf('', 'yes', 'no'),
  /** Key of a suspected cause. */
  cause: text(),
  sort: oneOf(...SORTS),
  /** Not grouped by suspected cause. */
  flat: flag(),
  /** Groups that are folded to their cause; empty = chosen by the page. */
  fold: oneOf('', 'all', 'none'),
  page: pageNumber(),
});

export type ListState = StateOf<typeof regressionsUrl>;
export type ShownState = ListState['state'];

export function listHref(state: Partial<ListState>): string {
  return `/regressions${regressionsUrl.query(state)}`;
}

/** True when something besides kind, state and order was chosen. */
export function isFiltered(state: ListState): boolean {
  const { q, product, server, group, verdict, since, line, measured, cause } = state;
  return [q, product, server, group, verdict, since, line, measured, cause].some(Boolean);
}
