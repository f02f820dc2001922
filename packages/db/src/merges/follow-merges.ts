import type { Database } from '../database';
import type { HeatmapAddress } from '../types/servers';

/**
 * The present target of an address from before a merge, so that old links keep working. Unmerged and unknown names
 * are unchanged.
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
