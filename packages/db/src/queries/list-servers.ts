import type { BenchmarkId } from '@basecase/ingest/model';
import type { Database } from '../database';
import { readHeatmapList } from '../epochs/heatmap-list';
import type { ServerEntry } from '../types/servers';
import { toServerView } from './views';

/** Every server that has runs; the one that was measured last comes first. Reads rows of heatmaps, and no run. */
export async function listServers(database: Pick<Database, 'pool'>): Promise<ServerEntry[]> {
  const { heatmaps, servers, workloads } = await readHeatmapList(database);
  const sums = new Map<
    number,
    { runs: number; latest: string; products: Set<string>; benchmarks: Set<string> }
  >();
  for (const { serverId, workloadId, runs, products, latestRunAt } of heatmaps) {
    // The newest run of all comes first.
    const sum = sums.get(serverId) ?? {
      runs: 0,
      latest: latestRunAt,
      products: new Set(),
      benchmarks: new Set(),
    };
    sums.set(serverId, sum);
    sum.runs += runs;
    for (const product of products) sum.products.add(product);
    sum.benchmarks.add(workloads.get(workloadId)?.benchmarkId ?? '');
  }
  return [...sums].flatMap(([id, { runs, latest, products, benchmarks }]) => {
    const row = servers.get(id);
    if (!row) return [];
    return {
      ...toServerView(row),
      runs,
      products: [...products].sort(),
      // Only the importer writes benchmarks, from this type.
      benchmarks: [...benchmarks].sort() as BenchmarkId[],
      latestRunAt: latest,
    };
  });
}
