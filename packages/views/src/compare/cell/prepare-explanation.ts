import {
  costRatio,
  explanationSentence,
  formatRatio,
  isFlagged,
  mostMoved,
  ratio,
  ratioToPrevious,
} from '@basecase/analysis';
import { type HeatmapMetricId, METRICS } from '@basecase/ingest/model';
import { levelOf } from '../../results/relative';
import { majorOf } from '../../text/release';
import { badRunsText } from '../bad-runs';
import { explainCell } from '../explain-cell';
import type { HeatColumn } from '../heat-data';
import type { OpenCell } from '../heatmap/prepare-cell';
import { cellVerdict, columnBefore, prepareReadout } from '../heatmap/prepare-readout';
import { cellValues, type View, valuesOf } from '../view';

/** A cost this far from 1.00 is worth a word when a step is described. */
const NOTABLE = 1.05;
const COSTS = ['cpu_per_op', 'cs_per_op', 'read_kb_per_op', 'write_kb_per_op'] as const;

/** The plain facts about a cell: which cost per operation moved with the throughput, and since when. */
export function explain(view: View, open: OpenCell): string {
  return [explainChangeOf(view, open), leftOutText(view, open)].filter(Boolean).join(' ');
}

/** Bad runs of a cell that has others: they count for nothing, and the reader should know. */
function leftOutText(view: View, { row, column }: OpenCell): string {
  const text = badRunsText(view.columns[column]);
  const hasValue = (valuesOf(view, 'throughput', row)[column] ?? null) !== null;
  return text && hasValue ? `Left out: ${text}.` : '';
}

function explainChangeOf(view: View, open: OpenCell): string {
  const problem = prepareReadout(view, open.row, open.column)?.problem;
  if (problem) return `No value to compare: ${problem}.`;
  if (open.column === view.base) return 'This column is the base: every other column is divided by it.';
  const explanation = explainCell(view, open.row, open.column);
  if (!explanation) return 'The base has no value for this test, so there is no ratio.';
  const quiet = whyNothing(view, open);
  if (quiet) return quiet;
  const since = explanation.x < 0 ? sinceWhen(view, open) : '';
  return [`${explanationSentence(explanation)}`, since].filter(Boolean).join(' ');
}

/** Only a change is explained; empty when there is one. */
function whyNothing(view: View, { row, column }: OpenCell): string {
  const verdict = cellVerdict(view, row, column);
  if (verdict === 'unclear') return 'Nothing to explain until it is clear that there is a change.';
  if (verdict) return isFlagged(verdict) ? '' : 'No change to explain.';
  const values = valuesOf(view, 'throughput', row);
  const quotient = ratio(values[column] ?? null, values[view.base] ?? null);
  return levelOf(view, quotient, 'throughput') === 'n' ? withinThreshold(view) : '';
}

type CostOf = (metric: HeatmapMetricId) => number | null;

/** Whether the loss arrives with this column, and what else moved against the one before. */
function sinceWhen(view: View, open: OpenCell): string {
  const before = columnBefore({ ...view, metric: 'throughput' }, open.row, open.column);
  if (before === null || before === view.base) return '';
  const name = view.names[before]?.short ?? '';
  const step = ratioToPrevious(
    valuesOf(view, 'throughput', open.row),
    open.column,
    view.productStart[open.column],
  );
  if (step === null) return '';
  if (step > view.threshold)
    return `The loss is not new here: this column is ${formatRatio(step)} of ${name}, the previous column.`;
  const own = cellValues(view, open.row, open.column);
  const previous = cellValues(view, open.row, before);
  const moved = notable((metric) => costRatio(metric, own[metric] ?? null, previous[metric] ?? null));
  const arrives = `A loss appears in this column: it is ${formatRatio(step)} of ${name}`;
  return moved.length === 0 ? `${arrives}.` : `${arrives}; relative to that, ${listed(moved)}.`;
}

/** Which cost per operation moved most against the base, and which others did; empty when none did. */
export function movedText(view: View, open: OpenCell): string {
  if (open.column === view.base) return '';
  const moves = mostMoved(
    cellValues(view, open.row, open.column),
    cellValues(view, open.row, view.base),
    NOTABLE,
  );
  const [first, ...others] = moves.map(
    ({ metric, ratio: moved }) => `${METRICS[metric].label} ${formatRatio(moved)}`,
  );
  if (!first) return '';
  return `Changed most: ${first}${others.length > 0 ? `, then ${others.join(', ')}` : ''}.`;
}

function withinThreshold(view: View): string {
  return `No change to explain: the ratio is within the threshold, ${formatRatio(view.threshold)} to ${formatRatio(1 / view.threshold)}.`;
}

function notable(cost: CostOf): { metric: HeatmapMetricId; value: number }[] {
  return COSTS.flatMap((metric) => {
    const value = cost(metric);
    const isNotable = value !== null && (value >= NOTABLE || value <= 1 / NOTABLE);
    return isNotable ? [{ metric, value }] : [];
  });
}

/** `cs/o is 1.27 and wKB/o 1.12`. */
function listed(costs: { metric: HeatmapMetricId; value: number }[]): string {
  const parts = costs.map(
    ({ metric, value }, index) => `${METRICS[metric].label}${index === 0 ? ' is' : ''} ${formatRatio(value)}`,
  );
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const MOST_PAIRS = 3;

function isSameMajor(a: HeatColumn, b: HeatColumn): boolean {
  return a.product === b.product && majorOf(a.product, a.version) === majorOf(b.product, b.version);
}

/**
 * How much point releases of one major differ in this test: what jumps when nothing much changed is noise.
 * Neighbours with the same config only; empty when the view has none.
 */
export function pointReleases(view: View, row: number): string {
  const values = valuesOf(view, 'throughput', row);
  const pairs = view.columns.flatMap((column, index) => {
    const next = view.columns[index + 1];
    const change = ratio(values[index + 1] ?? null, values[index] ?? null);
    if (!next || change === null || !Number.isFinite(change) || !isSameMajor(next, column)) return [];
    if (next.config !== column.config || next.version === column.version) return [];
    return [`${column.version} and ${next.version} by ${(Math.abs(change - 1) * 100).toFixed(1)}%`];
  });
  if (pairs.length === 0) return '';
  const shown = pairs.slice(0, MOST_PAIRS);
  const rest = pairs.length > shown.length ? ` (${shown.length} of ${pairs.length} pairs)` : '';
  return `Releases of one major differ in this test: ${shown.join(', ')}${rest}.`;
}
