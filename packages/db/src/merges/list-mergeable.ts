import type { Database } from '../database';
import { heatmapIdsOfServer } from '../epochs/heatmap-ids';
import { originOf, toWorkloadView, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import { getServer } from '../servers/get-server';
import type { Origin } from '../types';
import type { MergeableWorkload } from '../types/merges';

/** Published tables stand for themselves, and are left out. */
const MERGEABLE = `
WITH here AS (
  SELECT heatmap_id, workload_id, count(*)::int AS runs, array_agg(DISTINCT products.name ORDER BY products.name) AS products,
    array_agg(DISTINCT uploads.origin::text) AS origins
  FROM runs
  JOIN uploads ON uploads.id = upload_id
  JOIN variants ON variants.id = variant_id
  JOIN products ON products.id = variants.product_id
  WHERE runs.heatmap_id = ANY ($2) GROUP BY heatmap_id, workload_id
)
SELECT ${WORKLOAD_JSON} AS workload, here.runs, products, origins,
  (SELECT count(*)::int FROM heatmaps
   WHERE heatmaps.workload_id = workloads.id AND server_id <> $1 AND run_count > 0) AS "otherServers",
  (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY value) FROM measurements
   WHERE measurements.heatmap_id = here.heatmap_id AND metric = 'reads_per_op') AS "readsPerOp"
FROM here JOIN workloads ON workloads.id = workload_id
WHERE published_title IS NULL
ORDER BY benchmark_id, here.runs DESC, workloads.slug`;

interface Row extends Omit<MergeableWorkload, 'workload' | 'fields'> {
  workload: WorkloadRow;
  origins: Origin[];
}

/**
 * Workloads of a server that can be merged, by benchmark, those with the most runs first.
 *
 * @param server its slug, or a name that leads to it
 * @throws NotFoundError
 */
export async function listMergeableWorkloads(
  { pool }: Database,
  server: string,
): Promise<MergeableWorkload[]> {
  const { id } = await getServer(pool, server);
  const { rows } = await pool.query<Row>(MERGEABLE, [id, await heatmapIdsOfServer(pool, id)]);
  return rows.map(({ workload, origins, ...row }) => {
    const { tables, rowsPerTable, clients, primaryKey, cached, label } = workload;
    return {
      ...row,
      workload: toWorkloadView(workload, originOf(origins)),
      fields: {
        tables,
        rowsPerTable: rowsPerTable === null ? null : Number(rowsPerTable),
        clients,
        primaryKey,
        cached,
        label,
      },
    };
  });
}
