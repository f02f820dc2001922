import type { ShownRuns } from '@basecase/db/types';
import { toColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import { heatmapModel } from './heatmap/heatmap-model';
import type { HeatmapData } from './heatmap-data';

/**
 * Runs of a heatmap that are exported: the columns and tests that the page shows, by its chosen columns, filter and
 * warm-up switch. A folded group counts as shown; a metric is a view of the same runs.
 */
export function shownRuns(data: HeatmapData, state: CompareState): ShownRuns {
  const set = toColumnSet(data, state);
  const { groups } = heatmapModel(set, { ...state, fold: [] });
  return {
    server: data.server.slug,
    workload: data.workload.slug,
    columns: set.columns.map(({ slug }) => slug),
    tests: groups.flatMap(({ rows }) => rows.map(({ key }) => key)),
    warmups: state.warmups,
  };
}
