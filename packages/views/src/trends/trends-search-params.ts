import { METRICS } from '@basecase/ingest/model';
import { z } from 'zod';
import { parseHeatmap } from '../url/heatmap-ref';
import {
  DEFAULT_TRENDS_STATE,
  MAX_HEATMAPS,
  TRENDS_METRICS,
  type TrendsMetric,
  type TrendsState,
} from './trends-state';

const MAX_TEXT = 300;
const THRESHOLD_MIN = 0.5;
const THRESHOLD_MAX = 0.999;

const metricByLabel = new Map<string, TrendsMetric>(TRENDS_METRICS.map((id) => [METRICS[id].label, id]));
const defaults = DEFAULT_TRENDS_STATE;
const text = z.string().max(MAX_TEXT);

const schema = z.object({
  product: text.catch(defaults.product),
  benchmark: text.catch(defaults.benchmark),
  test: text.transform((value) => (value === 'all' ? '' : value)).catch(defaults.test),
  on: z
    .array(z.string())
    .transform((values) =>
      [...new Set(values)]
        .filter((value) => value.length <= MAX_TEXT && parseHeatmap(value))
        .slice(0, MAX_HEATMAPS),
    ),
  metric: z
    .string()
    .transform((label) => metricByLabel.get(label) ?? defaults.metric)
    .catch(defaults.metric),
  mode: z.enum(['rel', 'abs']).catch(defaults.mode),
  base: text.catch(defaults.base),
  x: z.enum(['', 'release', 'major']).catch(defaults.x),
  t: z
    .string()
    .min(1)
    .transform(Number)
    .pipe(z.number().min(THRESHOLD_MIN).max(THRESHOLD_MAX))
    .catch(defaults.t),
});

/**
 * Reads the state from query parameters. Never fails: what is missing or makes no sense is the default. `on` is a
 * list, a pair for each value; of all others the last one counts.
 */
export function parseTrendsState(query: Iterable<[string, string]>): TrendsState {
  const single: Record<string, string> = {};
  const on: string[] = [];
  for (const [key, value] of query) {
    if (key === 'on') on.push(value);
    else single[key] = value;
  }
  return schema.parse({ ...single, on });
}
