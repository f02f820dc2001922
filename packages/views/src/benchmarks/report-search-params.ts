import { z } from 'zod';
import { DEFAULT_REPORT_STATE, type ReportState } from './report-state';

const MAX_TEXT = 300;
/** Thresholds outside of this say nothing: at 0.5 only a halving counts, at 0.999 everything does. */
const THRESHOLD_MIN = 0.5;
const THRESHOLD_MAX = 0.999;

const defaults = DEFAULT_REPORT_STATE;
const text = z.string().max(MAX_TEXT).catch('');
const schema = z.object({
  server: text,
  workload: text,
  base: text,
  product: text,
  build: text,
  test: text,
  sort: text,
  t: z
    .string()
    .min(1)
    .transform(Number)
    .pipe(z.number().min(THRESHOLD_MIN).max(THRESHOLD_MAX))
    .catch(defaults.t),
});

/**
 * Reads the state from query parameters. Never fails: what is missing or makes no sense is the default; of a
 * parameter that is there twice the last one counts.
 */
export function parseReportState(query: Iterable<[string, string]>): ReportState {
  return schema.parse(Object.fromEntries(query));
}
