import { COSTS_ACROSS_SERVERS, type MetricId } from '@basecase/ingest/model';
import { heatmaps, metric, oneOf, text, threshold } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** cpu/o is left out: it is percent of all cores, and lines of several servers are in one drawing. */
export const TRENDS_METRICS = [
  'throughput',
  ...COSTS_ACROSS_SERVERS,
  'latency_avg',
  'latency_p95',
] as const satisfies readonly MetricId[];
export type TrendsMetric = (typeof TRENDS_METRICS)[number];

/** Heatmaps that are read at most. */
export const MAX_HEATMAPS = 16;
export const ALL_TESTS = 'all';
export const GROUP_PREFIX = 'group:';

/** The state of the trends page and its form in the URL. Mode, base, axis and threshold are the browser's alone. */
export const trendsUrl = urlCodec({
  product: text(),
  benchmark: text(),
  /** Key of a test, `group:<id>` for the mean of a group; empty, or `all` in the address, = the mean of all tests. */
  test: text({ none: ALL_TESTS }),
  /** `server@workload` of each heatmap that has a line; empty = chosen by the page. */
  on: heatmaps(MAX_HEATMAPS),
  metric: metric(TRENDS_METRICS),
  mode: oneOf('rel', 'abs'),
  /** Name of a position on the axis that ratios are relative to; empty = the first version of each line. */
  base: text(),
  /** Every release is a position on the axis, or every major; empty = chosen by the page. */
  x: oneOf('', 'release', 'major'),
  t: threshold(),
});

export type TrendsState = StateOf<typeof trendsUrl>;

export function trendsHref(state: Partial<TrendsState>): string {
  return `/trends${trendsUrl.query(state)}`;
}
