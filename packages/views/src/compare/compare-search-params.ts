import { METRICS, type MetricId } from '@basecase/ingest/model';
import { z } from 'zod';
import { CELL_SEPARATOR, type CellRef, type CompareState, DEFAULT_COMPARE_STATE } from './compare-state';

const MAX_TEXT = 300;
const MAX_COLUMNS = 500;
/** Thresholds outside of this say nothing: at 0.5 only a halving counts, at 0.999 everything does. */
const THRESHOLD_MIN = 0.5;
const THRESHOLD_MAX = 0.999;

/** Which groups there are is known when the view is loaded; an id that no row has folds nothing. */
const GROUP_ID = /^[\w-]+$/;

const metricByLabel = new Map(Object.values(METRICS).map((metric) => [metric.label, metric.id]));
const defaults = DEFAULT_COMPARE_STATE;

const text = z.string().max(MAX_TEXT);
const words = z.string().transform((value) => value.split(',').filter(Boolean).slice(0, MAX_COLUMNS));
const metric = z
  .string()
  .refine((label) => metricByLabel.has(label))
  .transform((label): MetricId => metricByLabel.get(label) ?? defaults.metric);
const threshold = z.string().min(1).transform(Number).pipe(z.number().min(THRESHOLD_MIN).max(THRESHOLD_MAX));
const MAX_REPEATS = 10_000;
const repeat = z.string().min(1).transform(Number).pipe(z.number().int().min(1).max(MAX_REPEATS));
const cell = text.regex(/^[^@]+@[^@]+$/).transform((value): CellRef | null => {
  const [test = '', column = ''] = value.split(CELL_SEPARATOR);
  return { test, column };
});

/** The one schema of the state; what each field means is said at CompareState. */
export const compareStateSchema = z.object({
  server: text.catch(defaults.server),
  workload: text.catch(defaults.workload),
  base: text.catch(defaults.base),
  cols: words.catch(defaults.cols),
  metric: metric.catch(defaults.metric),
  t: threshold.catch(defaults.t),
  rule: z.enum(['verdicts', 'thresholds']).catch(defaults.rule),
  q: text.catch(defaults.q),
  only: z
    .string()
    .transform((value) => value === '1')
    .catch(defaults.only),
  sort: text.catch(defaults.sort),
  fold: words.transform((groups) => groups.filter((group) => GROUP_ID.test(group))).catch(defaults.fold),
  cell: cell.catch(defaults.cell),
  repeat: repeat.catch(defaults.repeat),
  show: text.catch(defaults.show),
});

/**
 * Reads the state from query parameters. Never fails: what is missing or makes no sense is the default.
 * Of a parameter that is there twice the last one counts, because a submit button comes after the hidden fields of
 * its form; `cols` collects all, because each checkbox of the chooser sends its own.
 *
 * @param from what a parameter that is not there means
 */
export function parseCompareState(
  query: Iterable<[string, string]>,
  from = DEFAULT_COMPARE_STATE,
): CompareState {
  const raw: Record<string, string> = {};
  for (const [key, value] of query) {
    raw[key] = key === 'cols' && raw[key] ? `${raw[key]},${value}` : value;
  }
  const given = Object.entries(compareStateSchema.parse(raw)).filter(([key]) => key in raw);
  return { ...from, ...Object.fromEntries(given) };
}
