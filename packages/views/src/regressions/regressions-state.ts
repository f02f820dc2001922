import { EVENT_KINDS, EVENT_SORTS, SHOWN_EVENT_STATES, STATES } from '@basecase/contract/words';
import { oneOf, pageNumber, search, serverSlug, single, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

export { EVENT_KINDS, EVENT_SORTS, STATES };

/** A time in the address; other texts mean none. */
const time = () =>
  single({
    initial: '',
    schema: { type: 'string', maxLength: 40 },
    read: (value) => (value === '' || Number.isNaN(Date.parse(value)) ? null : new Date(value).toISOString()),
  });

/** The list of events and its form in the URL. */
export const regressionsUrl = urlCodec({
  kind: oneOf(...EVENT_KINDS),
  q: search(),
  product: text(),
  /** Slug. */
  server: serverSlug(),
  /** Id of a group of tests. */
  group: text(),
  /** The listed events: those to triage, one state, or all that the data still show. */
  state: oneOf(...SHOWN_EVENT_STATES),
  /** How sure: with sure tests, or with likely ones alone. */
  sure: oneOf('', 'sure', 'likely'),
  /** First bad version. */
  since: text(),
  /** Version line of builds: `19devel@master`. */
  line: text(),
  /** Whether the newest nights have the tests; releases always count as measured. */
  measured: oneOf('', 'yes', 'no'),
  /** Key of a suspected cause: events with a record of it. */
  cause: text(),
  /** First seen after this time, ISO 8601. */
  seen: time(),
  sort: oneOf(...EVENT_SORTS),
  page: pageNumber(),
});

/** Parameters of old addresses, which listed records. They choose nothing any more. */
export const OLD_PARAMETERS = ['verdict', 'flat', 'fold'] as const;

export type ListState = StateOf<typeof regressionsUrl>;
export type ShownState = ListState['state'];

export function listHref(state: Partial<ListState>): string {
  return `/regressions${regressionsUrl.query(state)}`;
}

/** The page of an event. */
export function eventHref(slug: string): string {
  return `/regressions/${encodeURIComponent(slug)}`;
}

/** True when something besides kind, state and order was chosen. */
export function isFiltered(state: ListState): boolean {
  const { q, product, server, group, sure, since, line, measured, cause } = state;
  return [q, product, server, group, sure, since, line, measured, cause].some(Boolean);
}
