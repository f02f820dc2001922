import type { Database } from '../../database';
import { readHeatmapList } from '../../epochs/heatmap-list';
import type { HeatmapEntry } from '../../types';
import { sharedViews } from '../shared-views';

/**
 * Every heatmap there is: a workload on a server. Recorded runs count as uploaded when both are in one heatmap.
 * The newest come first. Every page asks for this list: it reads rows of heatmaps that were written since the last time, and
 * no run.
 */
export async function listHeatmaps(database: Database): Promise<HeatmapEntry[]> {
  const list = await readHeatmapList(database);
  const views = sharedViews(list);
  return list.heatmaps.flatMap((heatmap) => {
    const own = views.of(heatmap);
    if (!own) return [];
    return {
      server: own.server,
      workload: own.workload,
      products: [...heatmap.products],
      columns: heatmap.columns,
      comparableVersions: heatmap.comparable,
      latestRunAt: heatmap.latestRunAt,
    };
  });
}
