import type { Database } from '../../database';
import { findRunsOf } from '../../import/upload-row';
import { listRows } from '../../rows';
import type { ServerToAsk } from '../../types/uploads';
import { parseId } from '../parse-id';

const SERVERS = `
SELECT slug, name,
  coalesce((SELECT max(id) FROM server_fact_changes WHERE server_id = servers.id), 0)::text AS seen
FROM servers
WHERE machine_kind IS NULL AND id IN (
  SELECT server_id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id WHERE run_id = ANY ($1))
ORDER BY name`;

/**
 * Servers of the stored runs of an upload whose sharing is neither specified nor visible in logs: the user is asked
 * once, as it decides whether changes can be sure.
 */
export async function listServersOfNoKind(database: Database, id: string): Promise<ServerToAsk[]> {
  const runs = await findRunsOf(database.pool, parseId(id, 'upload'));
  return listRows<ServerToAsk>(database.pool, SERVERS, [runs]);
}
