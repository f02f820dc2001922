import type { Database } from '../database';
import type { JudgedView } from '../types';
import { loadHeatmap, variantMatrix } from './load-heatmap';
import { heatmapNoise } from './noise/heatmap-noise';

const FIND = `
SELECT servers.id AS "serverId", workloads.id AS "workloadId"
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (server, workload, ord)
JOIN servers ON servers.slug = asked.server
JOIN workloads ON workloads.slug = asked.workload
ORDER BY ord`;

/**
 * Several heatmaps with what is known of their noise: throughput and what explains it, bad runs left out. In the order
 * asked for; one that is gone, or never was, is left out.
 */
export async function listJudgedViews(
  { pool }: Database,
  heatmaps: readonly { server: string; workload: string }[],
): Promise<JudgedView[]> {
  const { rows } = await pool.query<{ serverId: number; workloadId: number }>(FIND, [
    heatmaps.map(({ server }) => server),
    heatmaps.map(({ workload }) => workload),
  ]);
  const loaded = await Promise.all(rows.map((address) => loadHeatmap(pool, address)));
  return loaded.flatMap((heatmap): JudgedView[] => {
    if (!heatmap || heatmap.runs.length === 0) return [];
    const { server, workload } = heatmap;
    return [{ server, workload, matrix: variantMatrix(heatmap), noise: heatmapNoise(heatmap) }];
  });
}
