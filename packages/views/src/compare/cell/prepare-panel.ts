import { formatRatio, type Level, ratio, ratioToPrevious, verdictFill } from '@basecase/analysis';
import { METRICS, type MetricId } from '@basecase/ingest/model';
import { isCost, levelOf, relative } from '../../results/relative';
import { serverClass } from '../../text/server-name';
import type { OpenCell } from '../heatmap/prepare-cell';
import { cellVerdict, columnBefore } from '../heatmap/prepare-readout';
import { absoluteText, type View, valuesOf } from '../view';
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
  /** What is said of the cell, and how sure that is; null for the base, and while thresholds are in force. */
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
export function preparePanel(view: View, open: OpenCell): PanelModel | null {
  const test = view.data.rows[open.row];
  const column = view.columns[open.column];
  const names = { own: view.names[open.column]?.short ?? '', base: view.names[view.base]?.short ?? '' };
  if (!test || !column) return null;
  const metrics = panelMetrics(view);
  const byMetric = new Map(metrics.map((metric) => [metric, valuesOf(view, metric, open.row)]));
  const valueAt = (metric: MetricId, index: number) => byMetric.get(metric)?.[index] ?? null;
  const ratioAt = (metric: MetricId, index: number) =>
    relative(metric, valueAt(metric, index), valueAt(metric, view.base));
  return {
    test: test.name,
    note: test.range === null ? '' : `range=${test.range}`,
    subtitle: subtitleOf(view, open, names),
    tiles: tilesOf(view, open),
    verdict: preparePanelVerdict(view, open),
    explanation: explain(view, open),
    moved: movedText(view, open),
    noise: pointReleases(view, open.row),
    metrics: metrics.map((metric) =>
      metric === 'throughput' ? throughputLabel(view) : METRICS[metric].label,
    ),
    absolute: view.columns.map((_, index) => ({
      name: view.names[index]?.short ?? '',
      isBase: index === view.base,
      isOpen: index === open.column,
      cells: metrics.map((metric) => absoluteText(view, metric, valueAt(metric, index))),
    })),
    // The panel shows all ratios, also those that the heatmap leaves out as too small to compare.
    relative: view.columns.flatMap((_, index) =>
      index === view.base
        ? []
        : [
            {
              name: view.names[index]?.short ?? '',
              isOpen: index === open.column,
              cells: metrics.map((metric) => {
                const plain = ratio(valueAt(metric, index), valueAt(metric, view.base));
                if (metric === view.metric && view.rule === 'verdicts')
                  return tileOf(view, { row: open.row, column: index }, plain);
                return verdictOf(view, metric, { shown: plain, judged: ratioAt(metric, index) });
              }),
            },
          ],
    ),
    baseName: names.base,
    charts: metrics.map((metric) =>
      prepareChart(view, { metric, values: byMetric.get(metric) ?? [], selected: open.column }),
    ),
  };
}

/** Costs first, throughput last, as the tables of the field have it. */
function panelMetrics(view: View): MetricId[] {
  const recorded = view.data.metrics.filter((metric) => view.data.values[metric]);
  return [
    ...recorded.filter((metric) => metric !== 'throughput'),
    ...recorded.filter((m) => m === 'throughput'),
  ];
}

function throughputLabel(view: View): string {
  return view.data.workload.relativeTo === null ? 'o/s' : 'rQPS';
}

function subtitleOf(view: View, open: OpenCell, names: { own: string; base: string }): string {
  const { server } = view.data;
  const where = serverClass(server) === server.name ? server.name : `${serverClass(server)} (${server.name})`;
  const product = view.columns[open.column]?.product ?? '';
  const own = names.own.startsWith(product) ? names.own : `${product} ${names.own}`;
  return open.column === view.base ? `${own}, the base, ${where}` : `${own} against ${names.base}, ${where}`;
}

/** Against the base and against the column before: what, and since when. */
function tilesOf(view: View, open: OpenCell): PanelModel['tiles'] {
  const { metric } = view;
  const values = valuesOf(view, metric, open.row);
  const [value, base] = [values[open.column] ?? null, values[view.base] ?? null];
  const quotient = relative(metric, value, base);
  const unit = metric === 'throughput' ? (view.data.rows[open.row]?.unit ?? '') : METRICS[metric].label;
  const isRatioTable = view.data.workload.relativeTo !== null;
  const both = `${absoluteText(view, metric, value)} / ${absoluteText(view, metric, base)} ${isRatioTable ? 'as published' : unit}`;
  const tiles: PanelModel['tiles'] = [];
  if (open.column !== view.base) {
    tiles.push({
      verdict: tileOf(view, open, quotient),
      words: `of the base, ${view.names[view.base]?.short ?? ''}: ${both}`,
    });
  }
  const before = columnBefore(view, open.row, open.column);
  if (before !== null && before !== view.base && !isCost(metric)) {
    const step = ratioToPrevious(values, open.column, view.productStart[open.column]);
    tiles.push({
      // Verdicts are against the base: of the column before it is only a number.
      verdict: verdictOf(view, metric, { shown: step, judged: view.rule === 'verdicts' ? null : step }),
      words: `of ${view.names[before]?.short ?? ''}, the previous column`,
    });
  }
  return tiles;
}

/** The ratio to the base with the fill of its verdict; what is only possible has none. */
function tileOf(view: View, { row, column }: OpenCell, quotient: number | null): Verdict {
  const verdict = cellVerdict(view, row, column);
  if (!verdict) return verdictOf(view, view.metric, { shown: quotient, judged: quotient });
  const level = verdictFill(verdict, quotient);
  const isMarked = level !== 'n' && level !== 'v' && quotient !== null;
  return { text: formatRatio(quotient), level, direction: isMarked ? (quotient < 1 ? 'dn' : 'up') : null };
}

/**
 * A ratio with its fill and mark.
 *
 * @param ratios shown: the number; judged: what decides the verdict, null when it is too small to judge
 */
function verdictOf(
  view: View,
  metric: MetricId,
  ratios: { shown: number | null; judged: number | null },
): Verdict {
  const level = ratios.judged === null ? 'n' : levelOf(view, ratios.judged, metric);
  const marked = level !== 'n' && level !== 'v';
  return {
    text: formatRatio(ratios.shown),
    level: ratios.shown === null ? 'v' : level,
    direction: marked && ratios.shown !== null ? (ratios.shown < 1 ? 'dn' : 'up') : null,
  };
}
