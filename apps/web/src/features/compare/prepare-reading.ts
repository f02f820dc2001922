import { costRatio, explainedBy, firstBad, formatRatio, type Level, largestStep } from '@basecase/analysis';
import type { EarlyReading } from './heat-data';
import type { Spark } from './prepare-spark';
import { cellValues, levelOf, type View, valuesOf } from './view';

/** A ratio as text, with its level. */
export interface Verdict {
  text: string;
  level: Level;
}

/** What stands beside the heatmap in a row: since when, and why. */
export interface Reading {
  firstBad: string | null;
  largestStep: { version: string; text: string } | null;
  spark: Spark | null;
  /** Empty when no cost was recorded in the whole view. */
  costs: Verdict[];
  explained: string;
}

const READING_COSTS = ['cpu_per_op', 'cs_per_op', 'write_kb_per_op'] as const;

/** What a cost shows while its values are on their way. */
const ON_ITS_WAY: Verdict = { text: '…', level: 'v' };

export function prepareReading(view: View, row: number): Reading {
  const throughput = valuesOf(view, 'throughput', row);
  // Only columns of the base's product: "since version x" has no meaning across products.
  const product = view.columns[view.base]?.product;
  const own = throughput.map((value, column) => (view.columns[column]?.product === product ? value : null));
  const first = firstBad(own, view.base, view.threshold);
  const step = largestStep(own, view.base, view.threshold);
  return {
    firstBad: first === null ? null : (view.names[first]?.short ?? null),
    largestStep: step && { version: view.names[step.index]?.short ?? '', text: formatRatio(step.ratio) },
    spark: view.sparks[row] ?? null,
    ...prepareCosts(view, row),
  };
}

/** Costs of the judged column against the base, and what they explain. */
function prepareCosts(view: View, row: number): Pick<Reading, 'costs' | 'explained'> {
  const { early } = view.data;
  if (early) {
    const known = early.key === readingKey(view) ? early.rows[row] : undefined;
    return known
      ? { costs: known.costs.map(([text, level]) => ({ text, level })), explained: known.explained }
      : { costs: readingCosts(view).map(() => ON_ITS_WAY), explained: '' };
  }
  const at = (column: number) => cellValues(view, row, column);
  const [judged, base] = [at(view.judged), at(view.base)];
  return {
    costs: readingCosts(view).map((metric): Verdict => {
      const value = costRatio(metric, judged[metric] ?? null, base[metric] ?? null);
      return { text: formatRatio(value), level: value === null ? 'v' : levelOf(view, value, metric) };
    }),
    explained: explainedBy(judged, base, view.threshold).text,
  };
}

/** The costs of all rows, for a page whose values come later. */
export function toEarlyReading(view: View): EarlyReading {
  return {
    key: readingKey(view),
    rows: view.data.rows.map((_, row) => {
      const { costs, explained } = prepareCosts(view, row);
      return { costs: costs.map(({ text, level }) => [text, level]), explained };
    }),
  };
}

/** Everything that the costs of a row depend on besides the values. */
function readingKey({ columns, base, judged, threshold }: View): string {
  return [columns[base]?.slug, columns[judged]?.slug, threshold].join(' ');
}

/** Costs beside the heatmap: none when the view has none of them, as in published tables of ratios. */
export function readingCosts({ data }: View): readonly (typeof READING_COSTS)[number][] {
  return READING_COSTS.some((metric) => data.recorded.includes(metric)) ? READING_COSTS : [];
}
