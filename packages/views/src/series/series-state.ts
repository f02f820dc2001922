import { flag, foldedGroups, metric, oneOf, pageNumber, search, serverSlug, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** In `base`: ratios to the first level, and no ratios at all. No release has such a name. */
export const FIRST_LEVEL = 'first';
export const ABSOLUTE = 'absolute';

/**
 * The state of the series page and its form in the URL. With a test it is one test night after night, without one the
 * overview of all tests of a line.
 */
export const seriesUrl = urlCodec({
  server: serverSlug(),
  workload: text(),
  /** Key of a version line: `19devel@master`; empty = the one with the newest night. */
  line: text(),
  /** Key of a test; empty = the overview of all of them. */
  test: text(),
  metric: metric(),
  /** Version of a release, `first` for the first level, `absolute`; empty = the last release, else the first level. */
  base: text(),
  /** How many of the newest nights are drawn. */
  span: oneOf('all', '90', '30'),
  /** Slugs of the first and last column of a zoom; empty = by `span`. */
  from: text(),
  to: text(),
  /** Nights at their dates, or side by side. */
  order: oneOf('dates', 'commits'),
  /** Panels below the chart: those that say most of the reason, or one for each metric. */
  charts: oneOf('few', 'all'),
  /** Slugs of the two columns that are picked. */
  a: text(),
  b: text(),
  /** Of the table of all nights. */
  page: pageNumber(),
  /** Overview: nights of a sparkline. */
  nights: oneOf('30', '90', '200'),
  /** Overview: nights of the heatmap. */
  columns: oneOf('14', '7', '30'),
  /** Overview: filter of the tests: `write -zipf`. */
  q: search(),
  /** Overview: only tests with a change. */
  changed: flag(),
  /** Overview: every test, where there are too many to be shown at once. */
  all: flag(),
  /** Overview: groups that are folded. */
  fold: foldedGroups(),
});

export type SeriesState = StateOf<typeof seriesUrl>;

/** The path of a series, or of the overview where no test is named. */
export function seriesHref(state: Partial<SeriesState>): string {
  return `/series${seriesUrl.query(state)}`;
}
