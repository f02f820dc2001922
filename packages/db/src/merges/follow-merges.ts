import type { Database } from '../database';
import { findRow } from '../rows';
import type { HeatmapAddress } from '../types/servers';

/**
 * The present target of an address from before a merge, so that old links keep working. Unmerged and unknown names
 * are unchanged.
 */
export async function followMerges(
  { pool }: Database,
  { server, workload }: HeatmapAddress,
): Promise<HeatmapAddress> {
  return (
    (await findRow<HeatmapAddress>(
      pool,
      `SELECT kept AS server, coalesce(kept_workload($2, kept), $2) AS workload
     FROM (SELECT coalesce(kept_server($1), $1) AS kept) AS servers`,
      [server, workload],
    )) ?? { server, workload }
  );
}
