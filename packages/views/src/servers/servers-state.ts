import { COSTS_ACROSS_SERVERS, METRICS, type MetricId } from '@basecase/ingest/model';
import { toQuery } from '../url/to-query';

/**
 * The state of the servers page and its form in the URL. What is read from the database follows from the first four;
 * the others are looked at in the browser alone.
 */
export interface ServersState {
  product: string;
  benchmark: string;
  /** `server@workload` of each server that is shown; empty = chosen by the page. */
  on: string[];
  /** Keys of the shown versions (see column-keys.ts); empty = chosen by the page. */
  v: string[];
  /** Key of the base; empty = chosen by the page. */
  base: string;
  metric: ServersMetric;
  /** Ratio at or under which a throughput counts as slower. */
  t: number;
  /** What a change is judged by: the noise of each server, or the plain threshold. */
  rule: 'verdicts' | 'thresholds';
  /** Filter of the tests. */
  q: string;
  /** Only tests that are not the same everywhere. */
  only: boolean;
  /** Ids of the folded groups. */
  fold: string[];
}

/**
 * What may be compared between servers as a ratio or as an absolute number. cpu/o is percent of all cores, so it is
 * never shown here: CPU µs/o is.
 */
export const SERVERS_METRICS = ['throughput', ...COSTS_ACROSS_SERVERS] as const satisfies readonly MetricId[];
export type ServersMetric = (typeof SERVERS_METRICS)[number];

export const DEFAULT_SERVERS_STATE: ServersState = {
  product: '',
  benchmark: '',
  on: [],
  v: [],
  base: '',
  metric: 'throughput',
  t: 0.95,
  rule: 'verdicts',
  q: '',
  only: false,
  fold: [],
};

/** More servers than this cannot be told apart in one drawing, nor read side by side. */
export const MAX_SERVERS = 6;

/** The state as pairs of a query, defaults left out; a list is one pair for each value. */
export function serversPairs(state: ServersState): [key: string, value: string][] {
  const { metric, t, rule, only } = state;
  return [
    ['product', state.product],
    ['benchmark', state.benchmark],
    ...state.on.map((heatmap): [string, string] => ['on', heatmap]),
    ...state.v.map((key): [string, string] => ['v', key]),
    ['base', state.base],
    ['metric', metric === DEFAULT_SERVERS_STATE.metric ? '' : METRICS[metric].label],
    ['t', t === DEFAULT_SERVERS_STATE.t ? '' : String(t)],
    ['rule', rule === DEFAULT_SERVERS_STATE.rule ? '' : rule],
    ['q', state.q],
    ['only', only ? '1' : ''],
    ['fold', state.fold.join(',')],
  ];
}

export function serializeServersState(state: ServersState): string {
  return toQuery(serversPairs(state));
}
