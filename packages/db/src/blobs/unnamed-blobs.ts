import { MASK_VERSION } from '@basecase/ingest';
import { FAILED_RAW_DAYS } from '@basecase/ingest/model';
import { listValues, type Queries } from '../rows';

/**
 * The one place that knows who names bytes: the files of uploads (`artifacts.sha256`), which are behind every number
 * and every page of a log, unless the retention rule let them go; and uploads themselves (`uploads.sha256`) while their
 * bytes as they came are still to be read: in `queued`, `reading` and `preview`, some days in `failed`, and when they
 * were stored by fewer rules of masking. Those bytes are not masked, so nothing else keeps them.
 */
const UNNAMED = `
SELECT sha256 FROM unnest($1::text[]) AS candidates (sha256)
WHERE sha256 NOT IN (SELECT artifacts.sha256 FROM artifacts JOIN uploads AS holders ON holders.id = upload_id
    WHERE artifacts.sha256 = ANY ($1) AND holders.files_removed_at IS NULL)
  AND sha256 NOT IN (SELECT uploads.sha256 FROM uploads WHERE uploads.sha256 = ANY ($1) AND (
    state IN ('queued', 'reading', 'preview')
    OR (state = 'failed' AND coalesce(failed_at, now()) > now() - make_interval(days => $2))
    OR (state = 'stored' AND mask_version IS DISTINCT FROM $3 AND id IN (
      SELECT upload_id FROM artifacts WHERE upload_id IN (SELECT own.id FROM uploads AS own WHERE own.sha256 = ANY ($1))))))`;

/** The unreferenced candidates. True for as long as the transaction has the blob lock (tryBlobLock). */
export async function listUnnamed(client: Queries, candidates: readonly string[]): Promise<string[]> {
  return listValues<string>(client, UNNAMED, [candidates, FAILED_RAW_DAYS, MASK_VERSION]);
}
