import type { Database } from '../../database';
import { type ListedHeatmap, type ReleaseName, readHeatmapList } from '../../epochs/heatmap-list';
import type { ProductHeatmap } from '../../types/servers';
import { perHeatmap, sharedViews } from '../shared-views';

const entriesOf = perHeatmap<ProductHeatmap>((heatmap, list) => {
  const own = sharedViews(list).factsOf(heatmap);
  if (!own) return [];
  const { latestRunAt } = heatmap;
  return [...versionsOf(heatmap, list.releases)].map(([product, versions]) => ({
    product,
    ...own,
    versions,
    latestRunAt,
  }));
});

/**
 * Stored heatmaps by product, server and workload, with the releases of each, newest first. Builds are in series, on
 * a separate page. Reads rows of heatmaps, and no run.
 */
export async function listProductHeatmaps(database: Database): Promise<ProductHeatmap[]> {
  return entriesOf(await readHeatmapList(database));
}

function versionsOf(
  { variantIds }: ListedHeatmap,
  releases: ReadonlyMap<number, ReleaseName>,
): Map<string, string[]> {
  const versions = new Map<string, Set<string>>();
  for (const id of variantIds) {
    const release = releases.get(id);
    if (!release) continue;
    const own = versions.get(release.product);
    if (own) own.add(release.version);
    else versions.set(release.product, new Set([release.version]));
  }
  return new Map([...versions].map(([product, own]) => [product, [...own]]));
}
