import {
  costRatio,
  explanationSentence,
  formatRatio,
  isChange,
  isFlagged,
  type Level,
  MISSING,
  mostMoved,
  NEUTRAL,
  ratio,
  verdictFill,
} from '@basecase/analysis';
import {
  type HeatmapMetricId,
  isBenchmarkId,
  isOpenMetric,
  type MetricId,
  metricOf,
} from '@basecase/ingest/model';
import { isCost, levelOf } from '../../results/relative';
import { joinNames, majorOf, serverClass } from '../../text/words';
import type { OpenCell } from '../bands/banded-selection';
import {
  badRunsText,
  beforeWords,
  cellVerdict,
  columnBefore,
  heatmapReadout,
} from '../heatmap/heatmap-readout';
import type { HeatmapColumn } from '../heatmap-data';
import {
  absoluteText,
  cellValues,
  type HeatmapSelection,
  metricLabel,
  offeredMetrics,
  valuesOf,
} from '../heatmap-selection';
import { explainCell, ratioAt, roundsAt } from '../rounds-of-cell';
import { type ChartModel, chartModel, type PanelVerdict, panelVerdict } from './chart-model';

export interface Verdict {
  text: string;
  level: Level;
  /** Direction of the number, for the mark; null without a verdict. */
  direction: 'up' | 'dn' | null;
}

export interface PanelModel {
  test: string;
  note: string;
  subtitle: string;
  tiles: { verdict: Verdict; words: string }[];
  /** The verdict on the cell and how sure it is; null for the base, and while thresholds are in force. */
  verdict: PanelVerdict | null;
  explanation: string;
  /** Which costs per operation moved, the farthest first; empty when none did. */
  moved: string;
  noise: string;
  metrics: string[];
  absolute: { name: string; isBase: boolean; isOpen: boolean; cells: string[] }[];
  relative: { name: string; isOpen: boolean; cells: Verdict[] }[];
  baseName: string;
  charts: ChartModel[];
}

/** Everything the panel draws from the values of the view; evidence comes from the database, see prepare-evidence. */
export function panelModel(selection: HeatmapSelection, open: OpenCell): PanelModel | null {
  const test = selection.data.rows[open.row];
  const column = selection.columns[open.column];
  const names = {
    own: selection.names[open.column]?.short ?? '',
    base: selection.names[selection.base]?.short ?? '',
  };
  if (!test || !column) return null;
  const metrics = panelMetrics(selection);
  const byMetric = new Map(metrics.map((metric) => [metric, valuesOf(selection, metric, open.row)]));
  const valueAt = (metric: MetricId, index: number) => byMetric.get(metric)?.[index] ?? null;
  const ratioAtBase = (metric: MetricId, index: number) =>
    ratioAt(selection, metric, { row: open.row, column: index });
  return {
    test: test.name,
    note: test.range === null ? '' : `range=${test.range}`,
    subtitle: subtitleOf(selection, open, names),
    tiles: tilesOf(selection, open),
    verdict: panelVerdict(selection, open),
    explanation: explain(selection, open),
    moved: movedText(selection, open),
    noise: pointReleases(selection, open.row),
    metrics: metrics.map((metric) =>
      metric === 'throughput' ? throughputLabel(selection, open.row) : metricLabel(selection.data, metric),
    ),
    absolute: selection.columns.map((_, index) => ({
      name: selection.names[index]?.short ?? '',
      isBase: index === selection.base,
      isOpen: index === open.column,
      cells: metrics.map((metric) => absoluteText(selection, metric, valueAt(metric, index))),
    })),
    // The panel shows all ratios, also those that the heatmap leaves out as too small to compare.
    relative: selection.columns.flatMap((_, index) =>
      index === selection.base
        ? []
        : [
            {
              name: selection.names[index]?.short ?? '',
              isOpen: index === open.column,
              cells: metrics.map((metric) => {
                const judged = ratioAtBase(metric, index);
                const plain = judged ?? ratio(valueAt(metric, index), valueAt(metric, selection.base));
                if (metric === selection.metric && selection.rule === 'verdicts')
                  return tileOf(selection, { row: open.row, column: index }, plain);
                return verdictOf(selection, metric, { shown: plain, judged });
              }),
            },
          ],
    ),
    baseName: names.base,
    charts: metrics.map((metric) =>
      chartModel(selection, { metric, values: byMetric.get(metric) ?? [], open }),
    ),
  };
}

/** What stands behind two numbers of a metric: everybody knows in what `cpu/o` is. */
function unitOrLabel({ data }: HeatmapSelection, metric: MetricId, row: number): string {
  if (metric === 'throughput') return data.rows[row]?.unit ?? '';
  const { label, unit } = metricOf(metric);
  return isOpenMetric(metric) && unit !== '' ? unit : label;
}

/** Costs first, throughput last, as the tables of the field have it. */
function panelMetrics(selection: HeatmapSelection): MetricId[] {
  const recorded = offeredMetrics(selection).filter((metric) => selection.data.values[metric]);
  return [
    ...recorded.filter((metric) => metric !== 'throughput'),
    ...recorded.filter((m) => m === 'throughput'),
  ];
}

/** Of a tool without a parser an operation is what its unit says. */
function throughputLabel({ data }: HeatmapSelection, row: number): string {
  if (data.workload.relativeTo !== null) return 'rQPS';
  return isBenchmarkId(data.workload.benchmark) ? 'o/s' : (data.rows[row]?.unit ?? 'o/s');
}

function subtitleOf(
  selection: HeatmapSelection,
  open: OpenCell,
  names: { own: string; base: string },
): string {
  const { server } = selection.data;
  const where = serverClass(server) === server.name ? server.name : `${serverClass(server)} (${server.name})`;
  const product = selection.columns[open.column]?.product ?? '';
  const own = names.own.startsWith(product) ? names.own : `${product} ${names.own}`;
  return open.column === selection.base
    ? `${own}, the base, ${where}`
    : `${own} against ${names.base}, ${where}`;
}

/** Against the base and against the column before: what, and since when. */
function tilesOf(selection: HeatmapSelection, open: OpenCell): PanelModel['tiles'] {
  const { metric } = selection;
  const values = valuesOf(selection, metric, open.row);
  const [value, base] = [values[open.column] ?? null, values[selection.base] ?? null];
  const quotient = ratioAt(selection, metric, open);
  const unit = unitOrLabel(selection, metric, open.row);
  const isRatioTable = selection.data.workload.relativeTo !== null;
  const both = `${absoluteText(selection, metric, value)} / ${absoluteText(selection, metric, base)} ${isRatioTable ? 'as published' : unit}`;
  const tiles: PanelModel['tiles'] = [];
  if (open.column !== selection.base) {
    // Medians stand next to a ratio that is not theirs.
    const isOfRounds = metric === 'throughput' && roundsAt(selection, open) !== null;
    tiles.push({
      verdict: tileOf(selection, open, quotient),
      words: `of the base, ${selection.names[selection.base]?.short ?? ''}: ${both}${isOfRounds ? '; compared round by round' : ''}`,
    });
  }
  const before = columnBefore(selection, open.row, open.column);
  if (before !== null && before !== selection.base && !isCost(metric)) {
    const step = ratioAt(selection, metric, { ...open, base: before });
    tiles.push({
      // Verdicts are against the base: of the column before it is only a number.
      verdict: verdictOf(selection, metric, {
        shown: step,
        judged: selection.rule === 'verdicts' ? null : step,
      }),
      words: `of ${selection.names[before]?.short ?? ''}, ${beforeWords(selection, before)}`,
    });
  }
  return tiles;
}

/** The ratio to the base with the fill of its verdict; what is only possible has none. */
function tileOf(selection: HeatmapSelection, { row, column }: OpenCell, quotient: number | null): Verdict {
  const verdict = cellVerdict(selection, row, column);
  if (!verdict) return verdictOf(selection, selection.metric, { shown: quotient, judged: quotient });
  const level = verdictFill(verdict, quotient);
  const isMarked = isChange(level) && quotient !== null;
  return { text: formatRatio(quotient), level, direction: isMarked ? (quotient < 1 ? 'dn' : 'up') : null };
}

/**
 * A ratio with its fill and mark.
 *
 * @param ratios shown: the number; judged: what decides the verdict, null when it is too small to judge
 */
function verdictOf(
  selection: HeatmapSelection,
  metric: MetricId,
  ratios: { shown: number | null; judged: number | null },
): Verdict {
  const level = ratios.judged === null ? NEUTRAL : levelOf(selection, ratios.judged, metric);
  const marked = isChange(level);
  return {
    text: formatRatio(ratios.shown),
    level: ratios.shown === null ? MISSING : level,
    direction: marked && ratios.shown !== null ? (ratios.shown < 1 ? 'dn' : 'up') : null,
  };
}

/** A cost this far from 1.00 is worth a word when a step is described. */
const NOTABLE = 1.05;
const COSTS = ['cpu_per_op', 'cs_per_op', 'read_kb_per_op', 'write_kb_per_op'] as const;

/** The plain facts about a cell: which cost per operation moved with the throughput, and since when. */
function explain(selection: HeatmapSelection, open: OpenCell): string {
  return [explainChangeOf(selection, open), leftOutText(selection, open)].filter(Boolean).join(' ');
}

/** Bad runs of a cell that has others: they count for nothing, and the reader should know. */
function leftOutText(selection: HeatmapSelection, { row, column }: OpenCell): string {
  const text = badRunsText(selection.columns[column]);
  const hasValue = (valuesOf(selection, 'throughput', row)[column] ?? null) !== null;
  return text && hasValue ? `Left out: ${text}.` : '';
}

function explainChangeOf(selection: HeatmapSelection, open: OpenCell): string {
  const problem = heatmapReadout(selection, open.row, open.column)?.problem;
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
  if (verdict === 'unclear') return 'No explanation: the change is within noise.';
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
function movedText(selection: HeatmapSelection, open: OpenCell): string {
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
  return joinNames(parts);
}

const MOST_PAIRS = 3;

function isSameMajor(a: HeatmapColumn, b: HeatmapColumn): boolean {
  return a.product === b.product && majorOf(a.product, a.version) === majorOf(b.product, b.version);
}

/**
 * How much point releases of one major differ in this test: what jumps when nothing much changed is noise.
 * Neighbours with the same config only; empty when the view has none.
 */
function pointReleases(selection: HeatmapSelection, row: number): string {
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
  return `Neighbouring releases differ here: ${shown.join(', ')}${rest}.`;
}
