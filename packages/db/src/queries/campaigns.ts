import { MAX_CAMPAIGN } from '@basecase/ingest/model';
import { SettingError } from '../errors';

/**
 * Name of a run's campaign, in a query that joins `runs` and `uploads`: from a correction of the run, else from the
 * uploader, else from the files of the run. Null if none was named: the upload is the campaign.
 */
export const CAMPAIGN_SQL = `CASE WHEN 'campaign' = ANY (runs.corrected) THEN runs.campaign
  ELSE coalesce(uploads.settings ->> 'campaign', runs.campaign) END`;

/**
 * Further uploads that carried a run, as `carrier`, for the FROM of a subquery over `runs`. None if a correction sets
 * the campaign of the run.
 *
 * @param heatmap SQL of the id of the heatmap
 */
export const fromCarriers = (
  heatmap: string,
) => `FROM run_uploads JOIN uploads AS carrier ON carrier.id = run_uploads.upload_id
  WHERE run_uploads.heatmap_id = ${heatmap} AND run_uploads.run_id = runs.id AND run_uploads.upload_id <> runs.upload_id AND NOT 'campaign' = ANY (runs.corrected)`;

/** Name of the campaign of a carrier; null if none was named: the upload is the campaign. */
export const CARRIER_CAMPAIGN = `coalesce(carrier.settings ->> 'campaign', run_uploads.campaign)`;

/**
 * Further uploads that carried a run, in a query over `runs`, with the campaigns that they name; null: none.
 *
 * @param heatmap SQL of the id of the heatmap
 */
export const carriersJson = (heatmap: string) => `(SELECT json_agg(json_build_object('uploadId', carrier.id,
    'campaign', ${CARRIER_CAMPAIGN}) ORDER BY carrier.id)
  ${fromCarriers(heatmap)})`;

/** The same where rows come from the client library. */
export function campaignOf(
  run: { campaign: string | null; corrected: readonly string[] },
  upload: { settings: unknown },
): string | null {
  if (run.corrected.includes('campaign')) return run.campaign;
  // Only this package writes settings, as texts by name.
  const { campaign } = upload.settings as { campaign?: string };
  return campaign ?? run.campaign;
}

/**
 * What tells campaigns apart, in words: a name in quotation marks, or the upload that is its own campaign. Nobody can
 * name one so that it looks like the other.
 */
export function campaignKey({ campaign, uploadId }: { campaign: string | null; uploadId: number }): string {
  return campaign === null ? `upload ${uploadId}` : `"${campaign}"`;
}

/**
 * The name of a campaign as given.
 *
 * @throws SettingError when it is empty, too long, or has blanks around it
 */
export function toCampaign(text: string): string {
  if (text === '' || text !== text.trim() || text.length > MAX_CAMPAIGN) {
    throw new SettingError(
      `Expected the name of a campaign: 1 to ${MAX_CAMPAIGN} characters without leading or trailing blanks, found "${text.slice(0, 120)}".`,
    );
  }
  return text;
}
