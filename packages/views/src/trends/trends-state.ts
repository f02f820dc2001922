import { COSTS_ACROSS_SERVERS, METRICS, type MetricId } from '@basecase/ingest/model';
import { toQuery } from '../url/to-query';

/** The state of the trends page and its form in the URL. Mode, base, axis and threshold are the browser's alone. */
export interface TrendsState {
  product: string;
  benchmark: string;
  /** Key of a test, `group:<id>` for the mean of a group, `all` for the mean of all tests; empty = all. */
  test: string;
  /** `server@workload` of each heatmap that has a line; empty = chosen by the page. */
  on: string[];
  metric: TrendsMetric;
  mode: 'rel' | 'abs';
  /** Name of a place on the axis that ratios are relative to; empty = the first version of each line. */
  base: string;
  /** Every release is a place on the axis, or every major; empty = chosen by the page. */
  x: '' | 'release' | 'major';
  t: number;
}

/** cpu/o is left out: it is percent of all cores, and lines of several servers are in one drawing. */
export const TRENDS_METRICS = [
  'throughput',
  ...COSTS_ACROSS_SERVERS,
  'latency_avg',
  'latency_p95',
] as const satisfies readonly MetricId[];
export type TrendsMetric = (typeof TRENDS_METRICS)[number];

export const DEFAULT_TRENDS_STATE: TrendsState = {
  product: '',
  benchmark: '',
  test: '',
  on: [],
  metric: 'throughput',
  mode: 'rel',
  base: '',
  x: '',
  t: 0.95,
};

/** Heatmaps that are read at most. */
export const MAX_HEATMAPS = 16;
export const ALL_TESTS = 'all';
export const GROUP_PREFIX = 'group:';

/** The state as pairs of a query, defaults left out. */
export function trendsPairs(state: TrendsState): [key: string, value: string][] {
  const { metric, mode, t, test } = state;
  return [
    ['product', state.product],
    ['benchmark', state.benchmark],
    ['test', test === ALL_TESTS ? '' : test],
    ...state.on.map((heatmap): [string, string] => ['on', heatmap]),
    ['metric', metric === DEFAULT_TRENDS_STATE.metric ? '' : METRICS[metric].label],
    ['mode', mode === DEFAULT_TRENDS_STATE.mode ? '' : mode],
    ['base', state.base],
    ['x', state.x],
    ['t', t === DEFAULT_TRENDS_STATE.t ? '' : String(t)],
  ];
}

export function serializeTrendsState(state: TrendsState): string {
  return toQuery(trendsPairs(state));
}
