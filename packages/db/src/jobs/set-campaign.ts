import { maskText } from '@basecase/ingest';
import { type Database, inTransaction } from '../database';
import { toCampaign } from '../queries/campaigns';
import { queueRecompute } from '../regressions/regression-job';
import { lockUpload } from './change-upload';
import { prepareQueue } from './queue-job';

export interface CampaignToSet {
  /** Null takes back what was said: what the files say counts again, or the upload is its own campaign. */
  campaign: string | null;
  /** Name of a token, or `local`. */
  by: string;
}

/**
 * Says later which campaign an upload is of. Nothing is read again; a job brings the noise and the records of its
 * heatmaps up to date. Who said what stays in its history.
 *
 * @throws NotFoundError, SettingError for what is no name
 */
export async function setCampaign(
  database: Database,
  id: string,
  { campaign, by }: CampaignToSet,
): Promise<void> {
  const name = campaign === null ? null : maskText(toCampaign(campaign));
  await prepareQueue(database);
  await inTransaction(database, async (client) => {
    const upload = await lockUpload(client, id);
    const { campaign: before = null, ...others } = upload.settings;
    if (before === name) return;
    const settings = name === null ? others : { ...others, campaign: name };
    await client.query('UPDATE uploads SET settings = $2 WHERE id = $1', [
      upload.id,
      JSON.stringify(settings),
    ]);
    await client.query('INSERT INTO campaign_changes (upload_id, campaign, by) VALUES ($1, $2, $3)', [
      upload.id,
      name,
      by,
    ]);
    await queueRecompute(client);
  });
}
