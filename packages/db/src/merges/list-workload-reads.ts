import type { Database } from '../database';
import { heatmapIdsOf } from '../epochs/heatmap-ids';
import { listRows } from '../rows';
import { getServer } from '../servers/get-server';
import type { WorkloadReads } from '../types/merges';

/** Of a few workloads only: it reads all of their results. */
const READS = `
SELECT heatmap_id AS heatmap, percentile_cont(0.5) WITHIN GROUP (ORDER BY value) AS "readsPerOp"
FROM measurements WHERE heatmap_id = ANY ($1) AND metric = 'reads_per_op' GROUP BY heatmap_id`;

/**
 * How much workloads read on a server, in the order in which they are named; those that it does not have are left out.
 *
 * @param input server: its slug, or a name that leads to it; workloads: slugs
 * @throws NotFoundError for a server that is not there
 */
export async function listWorkloadReads(
  { pool }: Database,
  { server, workloads }: { server: string; workloads: readonly string[] },
): Promise<WorkloadReads[]> {
  const { id } = await getServer(pool, server);
  const named = await listRows<{ id: number; slug: string }>(
    pool,
    'SELECT id, slug FROM workloads WHERE slug = ANY ($1) ORDER BY array_position($1, slug)',
    [workloads],
  );
  const heatmaps = await heatmapIdsOf(
    pool,
    id,
    named.map((workload) => workload.id),
  );
  const here = named.flatMap(({ id: workload, slug }) => {
    const heatmap = heatmaps.get(workload);
    return heatmap === undefined ? [] : [{ slug, heatmap }];
  });
  const rows = await listRows<{ heatmap: number; readsPerOp: number }>(pool, READS, [
    here.map(({ heatmap }) => heatmap),
  ]);
  const reads = new Map(rows.map(({ heatmap, readsPerOp }) => [heatmap, readsPerOp]));
  return here.map(({ slug, heatmap }) => ({ workload: slug, readsPerOp: reads.get(heatmap) ?? null }));
}
