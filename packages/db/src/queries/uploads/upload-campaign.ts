import type { Database } from '../../database';
import { listValues } from '../../rows';
import type { UploadCampaign } from '../../types/uploads';
import { iso } from '../build-sql';

const CHANGES = `
SELECT campaign, by, ${iso('at')} AS at FROM campaign_changes WHERE upload_id = $1 ORDER BY id DESC LIMIT 50`;

const OF_FILES = `
SELECT DISTINCT campaign FROM run_places JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
WHERE run_places.upload_id = $1 AND campaign IS NOT NULL ORDER BY campaign`;

/** Which campaign the runs of an upload are of, and who said so. */
export async function getUploadCampaign(
  { pool }: Database,
  { id, settings }: { id: number; settings: Readonly<Record<string, string>> },
): Promise<UploadCampaign> {
  const [changes, ofFiles] = await Promise.all([
    pool.query<UploadCampaign['changes'][number]>(CHANGES, [id]),
    pool.query<{ campaign: string }>(OF_FILES, [id]),
  ]);
  return {
    said: settings['campaign'] ?? null,
    ofFiles: ofFiles.rows.map(({ campaign }) => campaign),
    changes: changes.rows,
  };
}

/** Each name once, the newest first: names that people type again have to be the same. */
const NAMES = `
SELECT name FROM (
  SELECT settings ->> 'campaign' AS name, id FROM uploads WHERE settings ->> 'campaign' IS NOT NULL
  UNION ALL SELECT campaign, max(upload_id) FROM runs WHERE campaign IS NOT NULL GROUP BY campaign
) AS named GROUP BY name ORDER BY max(id) DESC, name LIMIT 50`;

export async function listCampaigns({ pool }: Database): Promise<string[]> {
  return listValues<string>(pool, NAMES);
}
