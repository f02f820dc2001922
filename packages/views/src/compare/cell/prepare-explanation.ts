import {
  costRatio,
  explanationSentence,
  formatRatio,
  isFlagged,
  mostMoved,
  NEUTRAL,
  ratio,
} from '@basecase/analysis';
import { type HeatmapMetricId, metricOf } from '@basecase/ingest/model';
import { levelOf } from '../../results/relative';
import { majorOf } from '../../text/release';
import { badRunsText } from '../bad-runs';
import { explainCell } from '../explain-cell';
import type { OpenCell } from '../heatmap/prepare-cell';
import { beforeWords, cellVerdict, columnBefore, prepareReadout } from '../heatmap/prepare-readout';
import type { HeatmapColumn } from '../heatmap-data';
import { cellValues, type HeatmapSelection, valuesOf } from '../heatmap-selection';
import { ratioAt } from '../ratio-at';

/** A cost this far from 1.00 is worth a word when a step is described. */
const NOTABLE = 1.05;
const COSTS = ['cpu_per_op', 'cs_per_op', 'read_kb_per_op', 'write_kb_per_op'] as const;

/** The plain facts about a cell: which cost per operation moved with the throughput, and since when. */
export function explain(selection: HeatmapSelection, open: OpenCell): string {
  return [explainChangeOf(selection, open), leftOutText(selection, open)].filter(Boolean).join(' ');
}

/** Bad runs of a cell that has others: they count for nothing, and the reader should know. */
function leftOutText(selection: HeatmapSelection, { row, column }: OpenCell): string {
  const text = badRunsText(selection.columns[column]);
  const hasValue = (valuesOf(selection, 'throughput', row)[column] ?? null) !== null;
  return text && hasValue ? `Left out: ${text}.` : '';
}

function explainChangeOf(selection: HeatmapSelection, open: OpenCell): string {
  const problem = prepareReadout(selection, open.row, open.column)?.problem;
  if (problem) return `No value to compare: ${problem}.`;
  if (open.column === selection.base) return 'This column is the base: every other column is divided by it.';
  const explanation = explainCell(selection, open.row, open.column);
  if (!explanation) return 'No ratio: the base has no value for this test.';
  const quiet = whyNothing(selection, open);
  if (quiet) return quiet;
  const since = explanation.x < 0 ? sinceWhen(selection, open) : '';
  return [`${explanationSentence(explanation)}`, since].filter(Boolean).join(' ');
}

/** Only a change is explained; empty when there is one. */
function whyNothing(selection: HeatmapSelection, { row, column }: OpenCell): string {
  const verdict = cellVerdict(selection, row, column);
  if (verdict === 'unclear') return 'No explanation: the change is not significant.';
  if (verdict) return isFlagged(verdict) ? '' : 'No change to explain.';
  const quotient = ratioAt(selection, 'throughput', { row, column });
  return levelOf(selection, quotient, 'throughput') === NEUTRAL ? withinThreshold(selection) : '';
}

type CostOf = (metric: HeatmapMetricId) => number | null;

/** Whether the loss arrives with this column, and what else moved against the column before. */
function sinceWhen(selection: HeatmapSelection, open: OpenCell): string {
  const before = columnBefore({ ...selection, metric: 'throughput' }, open.row, open.column);
  if (before === null || before === selection.base) return '';
  const name = selection.names[before]?.short ?? '';
  const step = ratioAt(selection, 'throughput', { ...open, base: before });
  if (step === null) return '';
  if (step > selection.threshold)
    return `Not new here: ${name}, ${beforeWords(selection, before)}, was as slow (this column is ${formatRatio(step)} of it).`;
  const own = cellValues(selection, open.row, open.column);
  const previous = cellValues(selection, open.row, before);
  const moved = notable((metric) => costRatio(metric, own[metric] ?? null, previous[metric] ?? null));
  const arrives = `A loss appears in this column: it is ${formatRatio(step)} of ${name}`;
  return moved.length === 0 ? `${arrives}.` : `${arrives}; relative to that, ${listed(moved)}.`;
}

/** Which cost per operation moved most against the base, and which others did; empty when none did. */
export function movedText(selection: HeatmapSelection, open: OpenCell): string {
  if (open.column === selection.base) return '';
  const moves = mostMoved(
    cellValues(selection, open.row, open.column),
    cellValues(selection, open.row, selection.base),
    NOTABLE,
  );
  const [first, ...others] = moves.map(
    ({ metric, ratio: moved }) => `${metricOf(metric).label} ${formatRatio(moved)}`,
  );
  if (!first) return '';
  return `Changed most: ${first}${others.length > 0 ? `, then ${others.join(', ')}` : ''}.`;
}

function withinThreshold(selection: HeatmapSelection): string {
  return `No change to explain: the ratio is within the threshold, ${formatRatio(selection.threshold)} to ${formatRatio(1 / selection.threshold)}.`;
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
    ({ metric, value }, index) =>
      `${metricOf(metric).label}${index === 0 ? ' is' : ''} ${formatRatio(value)}`,
  );
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const MOST_PAIRS = 3;

function isSameMajor(a: HeatmapColumn, b: HeatmapColumn): boolean {
  return a.product === b.product && majorOf(a.product, a.version) === majorOf(b.product, b.version);
}

/**
 * How much point releases of one major differ in this test: what jumps when nothing much changed is noise.
 * Neighbours with the same config only; empty when the view has none.
 */
export function pointReleases(selection: HeatmapSelection, row: number): string {
  const values = valuesOf(selection, 'throughput', row);
  const pairs = selection.columns.flatMap((column, index) => {
    const next = selection.columns[index + 1];
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
