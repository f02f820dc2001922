import type { Database } from '../../database';
import { readHeatmapList } from '../../epochs/heatmap-list';
import type { StoppedEntry } from '../../types/workloads';
import { perHeatmap, sharedViews } from '../shared-views';

const entriesOf = perHeatmap<StoppedEntry>((heatmap, list) => {
  const own = sharedViews(list).of(heatmap);
  return own ? heatmap.stopped.map((stops) => ({ ...own, ...stops })) : [];
});

/**
 * Lines whose newest version has tests that stopped working, as they were judged last; the newest by when it was measured
 * come first.
 *
 * @param filter name of a product, id of a server; null: any
 */
export async function listStopped(
  database: Pick<Database, 'pool'>,
  { product, serverId = null }: { product?: string | undefined; serverId?: number | null } = {},
): Promise<StoppedEntry[]> {
  const list = await readHeatmapList(database);
  const heatmaps = list.heatmaps.filter((heatmap) => serverId === null || heatmap.serverId === serverId);
  return entriesOf({ ...list, heatmaps }).filter(
    (entry) => product === undefined || entry.product === product,
  );
}
