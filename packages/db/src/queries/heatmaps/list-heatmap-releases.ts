import type { Database } from '../../database';
import { readHeatmapList } from '../../epochs/heatmap-list';
import type { HeatmapReleases } from '../../types/releases';
import { perHeatmap, sharedViews } from '../shared-views';

const entriesOf = perHeatmap<HeatmapReleases>((heatmap, list) => {
  const own = sharedViews(list).of(heatmap);
  const { latestRunAt, releases, isStale } = heatmap;
  return own ? [{ ...own, latestRunAt, lines: releases && [...releases], isStale }] : [];
});

/**
 * Every heatmap with its releases as they were judged last; the newest by when it was measured come first. Reads rows of
 * heatmaps, no run and no result.
 */
export async function listHeatmapReleases(database: Pick<Database, 'pool'>): Promise<HeatmapReleases[]> {
  return entriesOf(await readHeatmapList(database));
}
