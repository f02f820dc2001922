import type { Database } from '../../database';
import { inChange, noteListed } from '../../epochs/changes';
import { listRows } from '../../rows';
import type { UnseenUpload } from '../../types/uploads';
import { iso } from '../build-sql';
import { parseId } from '../parse-id';

/** Longest list of a page. */
const MOST = 20;

/** Uploads that were added or failed, and that no visitor dismissed yet. The newest first. */
export async function listUnseenUploads({ pool }: Database): Promise<UnseenUpload[]> {
  return listRows(
    pool,
    `SELECT id::text, filename, state, error_message AS "errorMessage", ${iso('created_at')} AS "createdAt" FROM uploads
     WHERE unseen AND state IN ('stored', 'failed') ORDER BY id DESC LIMIT $1`,
    [MOST],
  );
}

/** Takes uploads off the upload page; they stay in the list of all uploads. */
export async function dismissUploads(database: Database, ids: readonly string[]): Promise<void> {
  const numbers = ids.map((id) => parseId(id, 'upload'));
  await inChange(database, async (client) => {
    await client.query('UPDATE uploads SET unseen = false WHERE id = ANY ($1)', [numbers]);
    // Home has them.
    noteListed(client);
  });
}
