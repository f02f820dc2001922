import { RUN_CONDITIONS, type RunFacts } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import type { ColumnSetup } from '../../types';
import type { HeatmapAddress } from '../../types/servers';
import { CAMPAIGN_SQL, CARRIER_CAMPAIGN, fromCarriers } from '../campaigns';

/** SQL: an upload that is its own campaign, as readers know it. */
const uploadName = (upload: string) => `${upload}.filename || ' (upload ' || ${upload}.id || ')'`;

const SETUPS = `
SELECT variants.slug AS column, configs.text AS "configText",
  array_agg(DISTINCT campaigns.name) AS campaigns,
  (array_agg(runs.facts - '{${RUN_CONDITIONS.join(',')}}'::text[] ORDER BY runs.at DESC, runs.id DESC)
    FILTER (WHERE runs.facts <> '{}'))[1] AS facts
FROM runs
JOIN uploads ON uploads.id = runs.upload_id
CROSS JOIN LATERAL (
  SELECT coalesce(${CAMPAIGN_SQL}, ${uploadName('uploads')}) AS name
  UNION ALL
  SELECT coalesce(${CARRIER_CAMPAIGN}, ${uploadName('carrier')})
  ${fromCarriers('$1')}
) AS campaigns
JOIN variants ON variants.id = runs.variant_id
LEFT JOIN configs ON configs.id = variants.config_id
WHERE runs.heatmap_id = $1
GROUP BY variants.id, configs.text`;

/** What the columns of a heatmap ran with besides what their names say. */
export async function listColumnSetups({ pool }: Database, heatmap: HeatmapAddress): Promise<ColumnSetup[]> {
  const { rows } = await pool.query<Omit<ColumnSetup, 'facts'> & { facts: RunFacts | null }>(SETUPS, [
    await findHeatmapId(pool, heatmap),
  ]);
  return rows.map(({ facts, ...setup }) => ({ ...setup, ...(facts && { facts }) }));
}
