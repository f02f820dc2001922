import type { MetricId } from '@basecase/ingest/model';
import { INLINE_NUMBERS, isOfSize } from '../results/sent-results';
import { toColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import type { HeatData } from './heat-data';
import { toEarlyReading } from './heatmap/prepare-reading';
import { verdictsOf } from './judge-view';
import { toView } from './view';

/**
 * The part of a view that the page comes with: throughput, the metric that is shown, its verdicts, and the costs beside
 * the heatmap as they are for its base. A small view is complete, and so is one with an open cell, whose panel shows all metrics.
 */
export function toEarlyData(data: HeatData, state: CompareState): HeatData {
  const numbers = data.rows.length * data.columns.length * Object.keys(data.values).length;
  const view = toView(toColumnSet(data, state), state);
  if (numbers <= INLINE_NUMBERS || state.cell) return { ...data, verdicts: verdictsOf(view) };
  const { throughput } = data.values;
  const shown = data.values[view.metric];
  const values: HeatData['values'] = {
    ...(throughput ? { throughput } : {}),
    ...(shown ? { [view.metric]: shown } : {}),
  };
  const metrics = Object.keys(data.values) as MetricId[];
  return {
    ...data,
    values,
    // They rest on costs too, which the browser does not have yet.
    verdicts: verdictsOf(view),
    early: toEarlyReading(
      view,
      metrics.filter((metric) => !values[metric]),
    ),
  };
}

/** Puts the values that came later to those that came with the page. */
export function withValues(data: HeatData, values: HeatData['values']): HeatData {
  return { ...data, values: { ...data.values, ...values }, early: null };
}

/** True when values are of this view. */
export function isOfView({ rows, columns }: HeatData, values: HeatData['values']): boolean {
  return isOfSize(values, { rows: rows.length, columns: columns.length });
}
