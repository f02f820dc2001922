import { formatRatio, NEUTRAL } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { levelOf } from '../../results/relative';
import { emphasisOf } from '../../verdict/emphasis-of';
import type { OpenCell } from '../heatmap/heatmap-cell';
import { absoluteText, type HeatmapSelection, metricLabel } from '../heatmap-selection';
import { ratioAt } from '../ratio-at';

export interface ChartPoint {
  /** Position in release order; versions are equally spaced. */
  x: number;
  name: string;
  /** Null leaves a gap; never zero for missing. */
  value: number | null;
  emphasis: 'plain' | 'bad' | 'good';
}

/** Everything a small chart draws: the drawing decides nothing. */
export interface ChartModel {
  metric: MetricId;
  label: string;
  /** Ratio of the open cell to the base. */
  ratio: string;
  points: ChartPoint[];
  selected: number;
  /** Text at the selected point; empty when it has no value. */
  selectedText: string;
  /** Value of the base: the dashed line; null when it is missing. */
  base: number | null;
  /** Top of the axis; it starts at zero. */
  top: number;
  /** Points that are named under the axis: the ends, where they do not run into the selected one. */
  ticks: number[];
  /** Radius of a plain point: many columns need small ones. */
  radius: number;
  /** The chart in words. */
  description: string;
}

/** Room above the highest point for the text of the selected one. */
const HEADROOM = 1.28;
/** Two labels closer than this share of the width overlap. */
const LABEL_SHARE = 0.3;
const MANY_POINTS = 20;

/** One metric over the columns, from zero. */
export function chartModel(
  selection: HeatmapSelection,
  { metric, values, open }: { metric: MetricId; values: (number | null)[]; open: OpenCell },
): ChartModel {
  const { row, column: selected } = open;
  const base = values[selection.base] ?? null;
  const points = values.map((value, x): ChartPoint => {
    const level =
      x === selection.base
        ? NEUTRAL
        : levelOf(selection, ratioAt(selection, metric, { row, column: x }), metric);
    return { x, name: selection.names[x]?.short ?? '', value, emphasis: emphasisOf(level) ?? 'plain' };
  });
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const own = values[selected] ?? null;
  const isRatioTable = selection.data.workload.relativeTo !== null;
  const label = metric === 'throughput' && isRatioTable ? 'rQPS' : metricLabel(selection.data, metric);
  return {
    metric,
    label,
    ratio: formatRatio(ratioAt(selection, metric, open)),
    points,
    selected,
    selectedText: own === null ? '' : absoluteText(selection, metric, own),
    base,
    top: largest === 0 ? 1 : largest * HEADROOM,
    ticks: ticksOf(values.length, selected),
    radius: values.length > MANY_POINTS ? 1 : 2,
    description: `${label} by version: ${points.map(({ name, value }) => `${name} ${absoluteText(selection, metric, value)}`).join(', ')}`,
  };
}

function ticksOf(count: number, selected: number): number[] {
  const last = count - 1;
  if (last <= 0) return [0];
  const far = (tick: number) => Math.abs(tick - selected) / last >= LABEL_SHARE;
  return [...new Set([...(far(0) ? [0] : []), selected, ...(far(last) ? [last] : [])])];
}
