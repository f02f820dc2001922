import type { Database } from '../database';
import { heatmapIdsOf } from '../epochs/heatmap-ids';
import { getServer } from '../servers/get-server';
import type { WorkloadReads } from '../types/merges';

/** Of a few workloads only: it reads all of their results. */
const READS = `
SELECT (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY value) FROM measurements
   WHERE measurements.heatmap_id = asked.heatmap_id AND metric = 'reads_per_op') AS "readsPerOp", slug AS workload
FROM unnest($1::text[], $2::bigint[]) AS asked (slug, heatmap_id)`;

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
  const { rows: named } = await pool.query<{ id: number; slug: string }>(
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
  const { rows } = await pool.query<WorkloadReads>(READS, [
    here.map(({ slug }) => slug),
    here.map(({ heatmap }) => heatmap),
  ]);
  return rows;
}
