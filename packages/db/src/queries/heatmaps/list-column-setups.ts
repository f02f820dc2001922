import type { RunFacts } from '@basecase/ingest/model';
import type { Database } from '../../database';
import type { ColumnSetup } from '../../types';
import { CAMPAIGN_SQL, CARRIER_CAMPAIGN, FROM_CARRIERS } from '../campaigns';

/** SQL: an upload that is its own campaign, as readers know it. */
const uploadName = (upload: string) => `${upload}.filename || ' (upload ' || ${upload}.id || ')'`;

const SETUPS = `
SELECT variants.slug AS column, configs.text AS "configText",
  array_agg(DISTINCT campaigns.name) AS campaigns,
  (array_agg(runs.facts ORDER BY runs.at DESC, runs.id DESC) FILTER (WHERE runs.facts <> '{}'))[1] AS facts
FROM runs
JOIN servers ON servers.id = runs.server_id
JOIN workloads ON workloads.id = runs.workload_id
JOIN uploads ON uploads.id = runs.upload_id
CROSS JOIN LATERAL (
  SELECT coalesce(${CAMPAIGN_SQL}, ${uploadName('uploads')}) AS name
  UNION ALL
  SELECT coalesce(${CARRIER_CAMPAIGN}, ${uploadName('carrier')})
  ${FROM_CARRIERS}
) AS campaigns
JOIN variants ON variants.id = runs.variant_id
LEFT JOIN configs ON configs.id = variants.config_id
WHERE servers.slug = $1 AND workloads.slug = $2
GROUP BY variants.id, configs.text`;

/** What the columns of a heatmap ran with besides what their names say. */
export async function listColumnSetups(
  { pool }: Database,
  { server, workload }: { server: string; workload: string },
): Promise<ColumnSetup[]> {
  const { rows } = await pool.query<Omit<ColumnSetup, 'facts'> & { facts: RunFacts | null }>(SETUPS, [
    server,
    workload,
  ]);
  return rows.map(({ facts, ...setup }) => ({ ...setup, ...(facts && { facts }) }));
}
