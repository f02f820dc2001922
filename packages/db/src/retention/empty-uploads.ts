import type { PoolClient } from 'pg';
import { deleteUploads } from '../epochs/write-runs';
import type { Gone } from './delete-nights';
import { listFreed } from './freed-blobs';
import { lockUploads } from './list-night-uploads';

/** Uploads that contain only nights which had been thinned out before. */
const EMPTY = `
SELECT id FROM uploads WHERE state = 'stored' AND cardinality(thinned_runs) > 0 AND id <> ALL ($1)
  AND NOT EXISTS (SELECT FROM run_places WHERE upload_id = uploads.id)
ORDER BY id`;

/** Those of them that carry runs of others, which are of their campaign too: they stay. */
const CARRYING = `
SELECT DISTINCT run_uploads.upload_id AS id FROM heatmaps JOIN run_uploads ON heatmap_id = heatmaps.id
WHERE run_uploads.upload_id = ANY ($1)`;

/**
 * Deletes uploads that were left without a run because all they brought had been thinned out before, in the
 * transaction of
 * the caller, who holds the import lock.
 */
export async function deleteEmptyUploads(
  client: PoolClient,
  goneBefore: Gone,
): Promise<{ uploads: number[]; freed: string[] }> {
  const { rows } = await client.query<{ id: number }>(EMPTY, [goneBefore.uploads]);
  if (rows.length === 0) return { uploads: [], freed: [] };
  const { rows: carrying } = await client.query<{ id: number }>(CARRYING, [rows.map(({ id }) => id)]);
  const kept = new Set(carrying.map(({ id }) => id));
  const uploads = rows.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  await lockUploads(client, uploads);
  const freed = await listFreed(client, uploads, goneBefore.uploads);
  await deleteUploads(client, uploads);
  return { uploads, freed };
}
