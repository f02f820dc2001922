import { METRICS } from '@basecase/ingest/model';
import { z } from 'zod';
import { parseHeatmap } from '../url/heatmap-ref';
import {
  DEFAULT_SERVERS_STATE,
  MAX_SERVERS,
  SERVERS_METRICS,
  type ServersMetric,
  type ServersState,
} from './servers-state';

const MAX_TEXT = 300;
const MAX_VERSIONS = 60;
const THRESHOLD_MIN = 0.5;
const THRESHOLD_MAX = 0.999;
const GROUP_ID = /^[\w-]+$/;

const metricByLabel = new Map<string, ServersMetric>(SERVERS_METRICS.map((id) => [METRICS[id].label, id]));
const defaults = DEFAULT_SERVERS_STATE;
const text = z.string().max(MAX_TEXT);
const texts = z.array(z.string()).transform((values) => values.filter((value) => value.length <= MAX_TEXT));

const schema = z.object({
  product: text.catch(defaults.product),
  benchmark: text.catch(defaults.benchmark),
  on: texts.transform((values) =>
    [...new Set(values)].filter((value) => parseHeatmap(value)).slice(0, MAX_SERVERS),
  ),
  v: texts.transform((values) => [...new Set(values)].filter(Boolean).slice(0, MAX_VERSIONS)),
  base: text.catch(defaults.base),
  metric: z
    .string()
    .transform((label) => metricByLabel.get(label) ?? defaults.metric)
    .catch(defaults.metric),
  t: z
    .string()
    .min(1)
    .transform(Number)
    .pipe(z.number().min(THRESHOLD_MIN).max(THRESHOLD_MAX))
    .catch(defaults.t),
  rule: z.enum(['verdicts', 'thresholds']).catch(defaults.rule),
  q: text.catch(defaults.q),
  only: z
    .string()
    .transform((value) => value === '1')
    .catch(defaults.only),
  fold: z
    .string()
    .transform((value) => value.split(',').filter((group) => GROUP_ID.test(group)))
    .catch(defaults.fold),
});

/**
 * Reads the state from query parameters. Never fails: what is missing or makes no sense is the default. `on` and `v`
 * are lists, a pair for each value; of all others the last one counts, because a submit button comes after the hidden
 * fields of its form.
 */
export function parseServersState(query: Iterable<[string, string]>): ServersState {
  const single: Record<string, string> = {};
  const lists: { on: string[]; v: string[] } = { on: [], v: [] };
  for (const [key, value] of query) {
    if (key === 'on' || key === 'v') lists[key].push(value);
    else single[key] = value;
  }
  return schema.parse({ ...single, ...lists });
}
