import type { Database } from '../../database';
import { type ListedHeatmap, type ReleaseName, readHeatmapList } from '../../epochs/heatmap-list';
import type { ProductHeatmap } from '../../types/servers';
import { sharedViews } from '../shared-views';

/**
 * What is stored, by product, server and workload, with the releases of each; the newest come first. Builds are in series,
 * on a page of their own. Reads rows of heatmaps, and no run.
 */
export async function listProductHeatmaps(database: Database): Promise<ProductHeatmap[]> {
  const list = await readHeatmapList(database);
  const views = sharedViews(list);
  return list.heatmaps.flatMap((heatmap) => {
    const own = views.factsOf(heatmap);
    if (!own) return [];
    const { latestRunAt } = heatmap;
    return [...versionsOf(heatmap, list.releases)].map(([product, versions]) => ({
      product,
      ...own,
      versions,
      latestRunAt,
    }));
  });
}

/** Rows of heatmaps are replaced when they are written, and versions keep their names. */
const known = new WeakMap<ListedHeatmap, ReadonlyMap<string, string[]>>();

function versionsOf(
  heatmap: ListedHeatmap,
  releases: ReadonlyMap<number, ReleaseName>,
): ReadonlyMap<string, string[]> {
  const found = known.get(heatmap);
  if (found) return found;
  const versions = new Map<string, Set<string>>();
  for (const id of heatmap.variantIds) {
    const release = releases.get(id);
    if (!release) continue;
    const own = versions.get(release.product);
    if (own) own.add(release.version);
    else versions.set(release.product, new Set([release.version]));
  }
  const lists = new Map([...versions].map(([product, own]) => [product, [...own]]));
  known.set(heatmap, lists);
  return lists;
}
