import { maskText } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { noteRunsOfUpload } from '../epochs/write-runs';
import { ConflictError } from '../errors';
import { inJudgedChange } from '../import/import-transaction';
import { toCampaign } from '../queries/campaigns';
import { lockUpload } from './change-upload';

export interface CampaignToSet {
  /** Null removes the given name: that of the files counts again, or the upload is its own campaign. */
  campaign: string | null;
  /** Name of a token, or `local`. */
  by: string;
}

/**
 * Says later which campaign an upload is of. Nothing is read again; a job brings the noise and the records of its
 * heatmaps up to date. Who said what stays in its history.
 *
 * @throws NotFoundError, SettingError for an invalid name, ConflictError if a correction sets it for a run
 */
export async function setCampaign(
  database: Database,
  id: string,
  { campaign, by }: CampaignToSet,
): Promise<void> {
  const name = campaign === null ? null : maskText(toCampaign(campaign));
  await inJudgedChange(database, async (client) => {
    const upload = await lockUpload(client, id);
    const { campaign: before = null, ...others } = upload.settings;
    if (before === name) return;
    await refuseCorrected(client, upload.id);
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
    await noteRunsOfUpload(client, upload.id);
  });
}

/** A value for the whole upload would silently have no effect on such a run. */
async function refuseCorrected(client: PoolClient, uploadId: number): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM run_places JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
     WHERE run_places.upload_id = $1 AND 'campaign' = ANY (corrected)`,
    [uploadId],
  );
  if (!rowCount) return;
  throw new ConflictError(
    'CORRECTED',
    `The campaign of ${rowCount} ${rowCount === 1 ? 'run' : 'runs'} of this upload was corrected. Correct it again, or undo that first.`,
  );
}
