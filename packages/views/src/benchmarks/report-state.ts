import { slugs, text, threshold } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** The state of a report and its form in the URL; the same for all reports, each leaves out what it has no use for. */
export const reportUrl = urlCodec({
  server: text(),
  workload: text(),
  /** Slug of the base column; of fsync latency the key of a device. Empty = the first. */
  base: text(),
  /** Shown product; empty = all. */
  product: text(),
  /** Shown build and config (see build-name in variants.ts); empty = chosen by the page, `all` = all. */
  build: text(),
  /** Key of the test that is shown in detail; empty = the first. */
  test: text(),
  /** Number of clients whose statements are shown (pgbench); empty = the most. */
  clients: text(),
  /** Slugs of the columns that charts have lines of (pgbench); none = chosen by the page. */
  versions: slugs(),
  /** Column that devices are sorted by (fsync latency); empty = by name. */
  sort: text(),
  /** Ratio at or under which a throughput counts as slower. */
  t: threshold(),
});

export type ReportState = StateOf<typeof reportUrl>;

/** Link to a report in a state, defaults left out. */
export function reportHref(path: string, state: ReportState): string {
  return path + reportUrl.query(state);
}
