import {
  costRatio,
  explanationWords,
  firstBad,
  formatRatio,
  isFlagged,
  type Level,
  largestStep,
  ratio,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { levelOf } from '../../results/relative';
import { explainCell } from '../explain-cell';
import type { EarlyReading } from '../heat-data';
import { verdictAt } from '../heat-verdicts';
import { verdictsOf } from '../judge-view';
import { cellValues, type View, valuesOf } from '../view';
import type { Spark } from './prepare-spark';

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
  return { ...sinceOf(view, row), spark: view.sparks[row] ?? null, ...prepareCosts(view, row) };
}

/** Since when the test is slower than the base: as the verdicts have it, or as the plain threshold has. */
function sinceOf(view: View, row: number): Pick<Reading, 'firstBad' | 'largestStep'> {
  const nameOf = (column: number) => view.names[column]?.short ?? '';
  const judged = verdictsOf(view)?.rows[row];
  if (judged) {
    const { firstBad: first, largest } = judged;
    return {
      firstBad: first === null ? null : nameOf(first),
      largestStep: largest && { version: nameOf(largest.column), text: formatRatio(largest.ratio) },
    };
  }
  const throughput = valuesOf(view, 'throughput', row);
  // Only columns of the base's product: "since version x" has no meaning across products.
  const product = view.columns[view.base]?.product;
  const own = throughput.map((value, column) => (view.columns[column]?.product === product ? value : null));
  const first = firstBad(own, view.base, view.threshold);
  const step = largestStep(own, view.base, view.threshold);
  return {
    firstBad: first === null ? null : nameOf(first),
    largestStep: step && { version: nameOf(step.index), text: formatRatio(step.ratio) },
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
    explained: explainedText(view, row),
  };
}

/** Costs that are enough for the change of the judged column; empty where there is no change to explain. */
function explainedText(view: View, row: number): string {
  if (!isChanged(view, row)) return '';
  const explanation = explainCell(view, row, view.judged);
  return explanation ? explanationWords(explanation) : '';
}

function isChanged(view: View, row: number): boolean {
  const verdicts = verdictsOf(view);
  if (verdicts) return isFlagged(verdictAt(verdicts, row, view.judged));
  const values = valuesOf(view, 'throughput', row);
  const level = levelOf(view, ratio(values[view.judged] ?? null, values[view.base] ?? null), 'throughput');
  return level !== 'n' && level !== 'v';
}

/**
 * The costs of all rows, for a page whose values come later.
 *
 * @param missing metrics that come later
 */
export function toEarlyReading(view: View, missing: MetricId[]): EarlyReading {
  return {
    key: readingKey(view),
    missing,
    rows: view.data.rows.map((_, row) => {
      const { costs, explained } = prepareCosts(view, row);
      return { costs: costs.map(({ text, level }) => [text, level]), explained };
    }),
  };
}

/** Everything that the costs of a row depend on besides the values. */
function readingKey({ columns, base, judged, threshold, rule }: View): string {
  return [columns[base]?.slug, columns[judged]?.slug, threshold, rule].join(' ');
}

/** Costs beside the heatmap: none when the view has none of them, as in published tables of ratios. */
export function readingCosts({ data }: View): readonly (typeof READING_COSTS)[number][] {
  return READING_COSTS.some((metric) => data.recorded.includes(metric)) ? READING_COSTS : [];
}
