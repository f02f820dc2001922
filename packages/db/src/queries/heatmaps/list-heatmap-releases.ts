import type { Database } from '../../database';
import { readHeatmapList } from '../../epochs/heatmap-list';
import type { HeatmapReleases } from '../../types/releases';
import { sharedViews } from '../shared-views';

/**
 * Every heatmap with its releases as they were judged last; the newest by when it was measured come first. Reads rows of
 * heatmaps, no run and no result.
 */
export async function listHeatmapReleases(database: Pick<Database, 'pool'>): Promise<HeatmapReleases[]> {
  const list = await readHeatmapList(database);
  const views = sharedViews(list);
  return list.heatmaps.flatMap((heatmap) => {
    const own = views.of(heatmap);
    if (!own) return [];
    const { latestRunAt, releases, isStale } = heatmap;
    return { ...own, latestRunAt, lines: releases && [...releases], isStale };
  });
}
