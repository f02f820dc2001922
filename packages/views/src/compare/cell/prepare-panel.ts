import { formatRatio, isChange, type Level, MISSING, NEUTRAL, ratio, verdictFill } from '@basecase/analysis';
import { isBenchmarkId, isOpenMetric, type MetricId, metricOf } from '@basecase/ingest/model';
import { isCost, levelOf } from '../../results/relative';
import { serverClass } from '../../text/server-name';
import type { OpenCell } from '../heatmap/prepare-cell';
import { beforeWords, cellVerdict, columnBefore } from '../heatmap/prepare-readout';
import {
  absoluteText,
  type HeatmapSelection,
  metricLabel,
  offeredMetrics,
  valuesOf,
} from '../heatmap-selection';
import { ratioAt } from '../ratio-at';
import { type ChartModel, prepareChart } from './prepare-chart';
import { explain, movedText, pointReleases } from './prepare-explanation';
import { type PanelVerdict, preparePanelVerdict } from './prepare-panel-verdict';

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
export function preparePanel(selection: HeatmapSelection, open: OpenCell): PanelModel | null {
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
    verdict: preparePanelVerdict(selection, open),
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
      prepareChart(selection, { metric, values: byMetric.get(metric) ?? [], open }),
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
    tiles.push({
      verdict: tileOf(selection, open, quotient),
      words: `of the base, ${selection.names[selection.base]?.short ?? ''}: ${both}`,
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
