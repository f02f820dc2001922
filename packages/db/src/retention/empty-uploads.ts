import type { PoolClient } from 'pg';
import { deleteUploads } from '../epochs/write-runs';
import type { Gone } from './delete-nights';
import { listFreed } from './freed-blobs';
import { lockUploads } from './list-night-uploads';

/** Uploads that brought only nights which had been thinned out before: no run is theirs, and they carry none of others. */
const EMPTY = `
SELECT id FROM uploads WHERE state = 'stored' AND cardinality(thinned_runs) > 0 AND id <> ALL ($1)
  AND NOT EXISTS (SELECT FROM run_places WHERE upload_id = uploads.id)
  AND NOT EXISTS (SELECT FROM run_uploads WHERE upload_id = uploads.id)
ORDER BY id`;

/**
 * Deletes uploads that were left without a run because all they brought had been thinned out before, in the transaction of
 * the caller, who holds the import lock.
 */
export async function deleteEmptyUploads(
  client: PoolClient,
  goneBefore: Gone,
): Promise<{ uploads: number[]; freed: string[] }> {
  const { rows } = await client.query<{ id: number }>(EMPTY, [goneBefore.uploads]);
  const uploads = rows.map(({ id }) => id);
  if (uploads.length === 0) return { uploads, freed: [] };
  await lockUploads(client, uploads);
  const freed = await listFreed(client, uploads, goneBefore.uploads);
  await deleteUploads(client, uploads);
  return { uploads, freed };
}
