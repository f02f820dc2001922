import type { Database } from '../../database';
import { type ListedHeatmap, readHeatmapList } from '../../epochs/heatmap-list';
import type { HeatmapEntry } from '../../types';
import { perHeatmap, sharedViews } from '../shared-views';

const entriesOf = perHeatmap<HeatmapEntry>((heatmap, list) => {
  const own = sharedViews(list).of(heatmap);
  if (!own) return [];
  const { products, columns, comparable: comparableVersions, latestRunAt } = heatmap;
  return [
    { ...own, products: [...products], columns, comparableVersions, tests: testsOf(heatmap), latestRunAt },
  ];
});

/** Tests that the newest two releases of a line have, at most; undefined: none was judged yet. */
export function testsOf({ releases }: Pick<ListedHeatmap, 'releases'>): number | undefined {
  const counts = (releases ?? []).flatMap(({ newest }) => newest?.tests ?? []);
  return counts.length === 0 ? undefined : Math.max(...counts);
}

/**
 * Every heatmap there is: a workload on a server. Recorded runs count as uploaded when both are in one heatmap.
 * The newest come first. Every page asks for this list: it reads rows of heatmaps that were written since the last time, and
 * no run.
 */
export async function listHeatmaps(database: Database): Promise<HeatmapEntry[]> {
  return entriesOf(await readHeatmapList(database));
}
