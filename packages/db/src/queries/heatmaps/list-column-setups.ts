import type { Database } from '../../database';
import type { ColumnSetup } from '../../types';
import { CAMPAIGN_SQL } from '../campaigns';

const SETUPS = `
SELECT variants.slug AS column, configs.text AS "configText",
  array_agg(DISTINCT coalesce(${CAMPAIGN_SQL}, uploads.filename || ' (upload ' || uploads.id || ')')) AS campaigns
FROM runs
JOIN servers ON servers.id = runs.server_id
JOIN workloads ON workloads.id = runs.workload_id
JOIN uploads ON uploads.id = runs.upload_id
JOIN variants ON variants.id = runs.variant_id
LEFT JOIN configs ON configs.id = variants.config_id
WHERE servers.slug = $1 AND workloads.slug = $2
GROUP BY variants.id, configs.text`;

/** What the columns of a heatmap ran with besides what their names say. */
export async function listColumnSetups(
  { pool }: Database,
  { server, workload }: { server: string; workload: string },
): Promise<ColumnSetup[]> {
  const { rows } = await pool.query<ColumnSetup>(SETUPS, [server, workload]);
  return rows;
}
