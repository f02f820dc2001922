import type { Database } from '../database';
import { originOf, toWorkloadView, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import { listRows } from '../rows';
import { getServer } from '../servers/get-server';
import type { Origin } from '../types';
import type { MergeableWorkload } from '../types/merges';

/** Published tables are independent, and left out. */
const MERGEABLE = `
SELECT ${WORKLOAD_JSON} AS workload, run_count AS runs, products, origins,
  (SELECT count(*)::int FROM heatmaps AS others
   WHERE others.workload_id = workloads.id AND others.server_id <> $1 AND others.run_count > 0) AS "otherServers"
FROM heatmaps JOIN workloads ON workloads.id = workload_id
WHERE server_id = $1 AND run_count > 0 AND published_title IS NULL
ORDER BY benchmark_id, run_count DESC, workloads.slug`;

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
  const rows = await listRows<Row>(pool, MERGEABLE, [id]);
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
