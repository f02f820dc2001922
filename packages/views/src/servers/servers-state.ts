import { COSTS_ACROSS_SERVERS, type MetricId } from '@basecase/ingest/model';
import { SERVERS_WHAT_IF_FIELDS } from '../compare/what-if-state';
import { flag, foldedGroups, heatmaps, metric, oneOf, repeated, text, threshold } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/**
 * What may be compared between servers as a ratio or as an absolute number. cpu/o is percent of all cores, so it is
 * never shown here: CPU µs/o is.
 */
export const SERVERS_METRICS = ['throughput', ...COSTS_ACROSS_SERVERS] as const satisfies readonly MetricId[];
export type ServersMetric = (typeof SERVERS_METRICS)[number];

/** A reader can't follow more servers in one drawing or side by side. */
export const MAX_SERVERS = 6;
const MAX_VERSIONS = 60;

/**
 * The state of the servers page and its form in the URL. What is read from the database follows from the first four;
 * the others are looked at in the browser alone.
 */
export const serversUrl = urlCodec({
  product: text(),
  benchmark: text(),
  /** `server@workload` of each server that is shown; empty = chosen by the page. */
  on: heatmaps(MAX_SERVERS),
  /** Keys of the shown versions (see servers-data.ts); empty = chosen by the page. */
  v: repeated({ max: MAX_VERSIONS }),
  /** Key of the base; empty = chosen by the page. */
  base: text(),
  /** Key of the version that is compared with the base; empty = chosen by the page. */
  version: text(),
  metric: metric(SERVERS_METRICS),
  /** Ratio at or under which a throughput counts as slower. */
  t: threshold(),
  /** The rule for changes: the noise of each server, or the plain threshold. */
  rule: oneOf('verdicts', 'thresholds'),
  /** Filter of the tests. */
  q: text(),
  /** Only tests that are not the same everywhere. */
  only: flag(),
  /** Ids of the folded groups. */
  fold: foldedGroups(),
  ...SERVERS_WHAT_IF_FIELDS,
});

export type ServersState = StateOf<typeof serversUrl>;

export function serversHref(state: Partial<ServersState>): string {
  return `/servers${serversUrl.query(state)}`;
}
