import type { MetricId } from '@basecase/ingest/model';
import { INLINE_NUMBERS, isOfSize } from '../results/sent-results';
import { mainBand, toBandedSelection } from './bands/banded-selection';
import { toColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import { toPendingCosts } from './heatmap/heatmap-row-summary';
import type { HeatmapData } from './heatmap-data';
import { ofThroughput } from './heatmap-selection';
import { verdictsOf } from './judge-selection';

/**
 * The part of a view that is in the initial page: throughput, the shown metric, its verdicts, and the costs next to
 * the heatmap for its base. A small view is complete, and so is one with an open cell, whose panel shows all metrics.
 */
export function toInitialPayload(data: HeatmapData, state: CompareState): HeatmapData {
  const numbers = data.rows.length * data.columns.length * Object.keys(data.values).length;
  const selection = toBandedSelection(toColumnSet(data, state), state);
  // They rest on costs too, which the browser does not have yet.
  const verdicts = selection.bands.flatMap((band) => verdictsOf(ofThroughput(band.selection)) ?? []);
  if (numbers <= INLINE_NUMBERS || state.cell) return { ...data, verdicts };
  const { throughput } = data.values;
  const shown = data.values[selection.metric];
  const values: HeatmapData['values'] = {
    ...(throughput ? { throughput } : {}),
    ...(shown ? { [selection.metric]: shown } : {}),
  };
  const metrics = Object.keys(data.values) as MetricId[];
  return {
    ...data,
    values,
    verdicts,
    pending: toPendingCosts(
      mainBand(selection),
      metrics.filter((metric) => !values[metric]),
    ),
  };
}

/** Puts the values that came later to those that came with the page. */
export function withValues(data: HeatmapData, values: HeatmapData['values']): HeatmapData {
  return { ...data, values: { ...data.values, ...values }, pending: null };
}

/** True when values are of this view. */
export function isOfView({ rows, columns }: HeatmapData, values: HeatmapData['values']): boolean {
  return isOfSize(values, { rows: rows.length, columns: columns.length });
}
