import { search, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** The list of runs and its form in the URL. */
export const runsUrl = urlCodec({
  q: search(),
  product: text(),
  /** Slug. */
  server: text(),
  /** Id. */
  benchmark: text(),
  /** Cursor of the page; empty: the newest. */
  before: text({ pattern: /^\d{1,15}-\d{1,15}$/ }),
});

export type RunsState = StateOf<typeof runsUrl>;

export function runsHref(state: Partial<RunsState>): string {
  return `/runs${runsUrl.query(state)}`;
}
