import {
  type Cause,
  costRatio,
  explainedBy,
  formatRatio,
  mostMoved,
  ratio,
  ratioToPrevious,
} from '@basecase/analysis';
import { type HeatmapMetricId, METRICS } from '@basecase/ingest/model';
import { majorOf } from '../columns';
import type { OpenCell } from '../prepare-cell';
import { columnBefore, prepareReadout } from '../prepare-readout';
import { cellValues, type View, valuesOf } from '../view';

/** What each cause is read from, and what a rise of it means. */
const CAUSES: Record<Exclude<Cause, 'CPU' | 'CPU in part'>, { metric: HeatmapMetricId; words: string }> = {
  writes: { metric: 'write_kb_per_op', words: 'Each operation writes more' },
  reads: { metric: 'read_kb_per_op', words: 'Each operation reads more from storage' },
  'context switches': { metric: 'cs_per_op', words: 'Each operation switches context more often' },
};
/** A cost this far from 1.00 is worth a word when a step is described. */
const NOTABLE = 1.05;
const COSTS = ['cpu_per_op', 'cs_per_op', 'read_kb_per_op', 'write_kb_per_op'] as const;

/** The plain facts about a cell: which cost per operation moved with the throughput, and since when. */
export function explain(view: View, open: OpenCell): string {
  const problem = prepareReadout(view, open.row, open.column)?.problem;
  if (problem) return `No value to compare: ${problem}.`;
  if (open.column === view.base) return 'This column is the base: every other one is divided by it.';
  const own = cellValues(view, open.row, open.column);
  const base = cellValues(view, open.row, view.base);
  const { verdict, causes } = explainedBy(own, base, view.threshold);
  const relative = ratio(own.throughput ?? null, base.throughput ?? null);
  if (relative === null) return 'The base has no value for this test, so there is no ratio.';
  if (!hasCosts(own) || !hasCosts(base)) {
    return verdict === 'same'
      ? `${withinThreshold(view)} No costs per operation were recorded.`
      : 'Costs per operation were not recorded for this test, so nothing here says why.';
  }
  const cost = (metric: HeatmapMetricId) => costRatio(metric, own[metric] ?? null, base[metric] ?? null);
  const sentences = {
    slower: () => whySlower(causes, relative, cost),
    faster: () => whyFaster(relative, cost),
    same: () => [withinThreshold(view)],
    unknown: () => [],
  }[verdict]();
  if (verdict === 'slower') sentences.push(sinceWhen(view, open));
  return sentences.filter(Boolean).join(' ');
}

type CostOf = (metric: HeatmapMetricId) => number | null;

function whySlower(causes: Cause[], relative: number, cost: CostOf): string[] {
  const cpu = cost('cpu_per_op');
  const inverse = formatRatio(1 / relative);
  const sentences: string[] = [];
  if (causes.includes('CPU')) {
    sentences.push(
      `CPU alone accounts for it: cpu/o is ${formatRatio(cpu)}, and 1 / ${formatRatio(relative)} is ${inverse}.`,
    );
  } else if (causes.includes('CPU in part')) {
    sentences.push(
      `CPU accounts for a part: cpu/o is ${formatRatio(cpu)}, but 1 / ${formatRatio(relative)} is ${inverse}.`,
    );
  } else if (cpu !== null) {
    sentences.push(`Not explained by CPU: cpu/o is ${formatRatio(cpu)} of the base.`);
  }
  for (const cause of causes) {
    if (cause === 'CPU' || cause === 'CPU in part') continue;
    const { metric, words } = CAUSES[cause];
    sentences.push(`${words}: ${METRICS[metric].label} is ${formatRatio(cost(metric))}.`);
  }
  if (causes.length === 0) sentences.push('The other costs per operation do not explain it either.');
  return sentences;
}

function whyFaster(relative: number, cost: CostOf): string[] {
  const fallen = notable(cost).filter(({ value }) => value < 1);
  if (fallen.length === 0)
    return [`Faster: ${formatRatio(relative)} of the base. No cost per operation fell with it.`];
  return [`Faster: ${formatRatio(relative)} of the base. Of the costs per operation, ${listed(fallen)}.`];
}

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
    return `It does not arrive here: it is ${formatRatio(step)} of ${name}, the column before.`;
  const own = cellValues(view, open.row, open.column);
  const previous = cellValues(view, open.row, before);
  const moved = notable((metric) => costRatio(metric, own[metric] ?? null, previous[metric] ?? null));
  const arrives = `A loss arrives with this column: it is ${formatRatio(step)} of ${name}`;
  return moved.length === 0 ? `${arrives}.` : `${arrives}; against it ${listed(moved)}.`;
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
  return `Moved most: ${first}${others.length > 0 ? `, then ${others.join(', ')}` : ''}.`;
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

function hasCosts(values: ReturnType<typeof cellValues>): boolean {
  return COSTS.some((metric) => (values[metric] ?? null) !== null);
}

const MOST_PAIRS = 3;

/**
 * How much point releases of one major differ in this test: what jumps when nothing much changed is noise.
 * Neighbours with the same config only; empty when the view has none.
 */
export function pointReleases(view: View, row: number): string {
  const values = valuesOf(view, 'throughput', row);
  const pairs = view.columns.flatMap((column, index) => {
    const next = view.columns[index + 1];
    const change = ratio(values[index + 1] ?? null, values[index] ?? null);
    if (!next || change === null || !Number.isFinite(change) || majorOf(next) !== majorOf(column)) return [];
    if (next.config !== column.config || next.version === column.version) return [];
    return [`${column.version} and ${next.version} by ${(Math.abs(change - 1) * 100).toFixed(1)}%`];
  });
  if (pairs.length === 0) return '';
  const shown = pairs.slice(0, MOST_PAIRS);
  const rest = pairs.length > shown.length ? ` (${shown.length} of ${pairs.length} pairs)` : '';
  return `Releases of one major differ in this test: ${shown.join(', ')}${rest}.`;
}
