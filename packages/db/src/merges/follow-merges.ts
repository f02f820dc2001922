import type { Database } from '../database';
import type { HeatmapAddress } from '../types/servers';

/**
 * Where an address of before a merge leads now, so that old links keep working. What nobody merged, or nobody knows, stays
 * as it is.
 */
export async function followMerges(
  { pool }: Database,
  { server, workload }: HeatmapAddress,
): Promise<HeatmapAddress> {
  const { rows } = await pool.query<HeatmapAddress>(
    `SELECT kept AS server, coalesce(kept_workload($2, kept), $2) AS workload
     FROM (SELECT coalesce(kept_server($1), $1) AS kept) AS servers`,
    [server, workload],
  );
  return rows[0] ?? { server, workload };
}
