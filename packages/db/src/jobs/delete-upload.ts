import { type BlobStore, deleteUnnamed } from '../blobs/blob-store';
import type { Database } from '../database';
import { deleteUploads } from '../epochs/write-runs';
import { ConflictError, NotFoundError } from '../errors';
import { inImport } from '../import/import-transaction';
import { countContents } from '../import/upload-row';
import { parseId } from '../queries/parse-id';
import { listRows, listValues, type Queries } from '../rows';
import type { UploadDeletion } from '../types/uploads';
import { lockUpload, requeue } from './change-upload';

/**
 * What would go with an upload. Published figures belong to no upload of bytes and cannot be deleted here.
 *
 * @throws NotFoundError
 */
export async function describeDeletion(database: Database, id: string): Promise<UploadDeletion> {
  return describe(database.pool, parseId(id, 'upload'));
}

const RUNS = `
SELECT runs.id::text AS id, runs.label, (SELECT count(*)::int FROM results
  WHERE results.heatmap_id = runs.heatmap_id AND run_id = runs.id) AS results
FROM run_places JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
WHERE run_places.upload_id = $1 ORDER BY runs.id`;

const LOGS = `
SELECT sha256 FROM log_identities WHERE run_id IN (SELECT run_id FROM run_places WHERE run_places.upload_id = $1)`;

/**
 * Other uploads that hold a log of one of the runs: their own run gave way to this one, which had more of it. The
 * index of artifacts over sha256 makes this a look-up for each log. Those whose files the retention rule removed can't
 * be read again.
 */
const READ_AGAIN = `
SELECT id::text, filename FROM uploads
WHERE state = 'stored' AND files_removed_at IS NULL AND id IN (
  SELECT upload_id FROM artifacts WHERE sha256 = ANY ($2) AND upload_id <> $1)
ORDER BY uploads.id`;

/** Several statements: tables that a cluster cuts by different columns are joined in none. */
async function describe(client: Queries, id: number): Promise<UploadDeletion> {
  const rows = await listRows<Pick<UploadDeletion, 'filename' | 'files'>>(
    client,
    `SELECT filename, (SELECT count(*)::int FROM artifacts WHERE upload_id = $1) AS files FROM uploads WHERE id = $1`,
    [id],
  );
  if (!rows[0]) throw new NotFoundError(`No upload ${id}.`);
  const runs = await listRows<UploadDeletion['runs'][number]>(client, RUNS, [id]);
  const logs = await listValues<string>(client, LOGS, [id]);
  const readAgain = await listRows<UploadDeletion['readAgain'][number]>(client, READ_AGAIN, [id, logs]);
  const { measurements } = await countContents(client, id);
  return {
    id: String(id),
    ...rows[0],
    runs,
    readAgain,
    measurements,
    results: runs.reduce((sum, { results }) => sum + results, 0),
  };
}

/**
 * Removes an upload: its runs with their numbers, its files, and the bytes that no other upload needs. Uploads that
 * hold some of the same logs are read again, so that none of their data is lost. Permalinks stay.
 *
 * @returns what went
 * @throws NotFoundError, ConflictError while it is being read: cancel it first
 */
export async function deleteUpload(
  database: Database,
  blobs: BlobStore,
  id: string,
): Promise<UploadDeletion> {
  // No import may be half-way with runs of this upload.
  const { deletion, bytes } = await inImport(database, async (client) => {
    const upload = await lockUpload(client, id);
    if (upload.state === 'reading') {
      throw new ConflictError('UPLOAD_BUSY', `Upload ${id} is being read: cancel it first.`);
    }
    const deleted = await describe(client, upload.id);
    const sha256s = await listValues<string>(
      client,
      'SELECT DISTINCT sha256 FROM artifacts WHERE upload_id = $1',
      [upload.id],
    );
    await deleteUploads(client, [upload.id]);
    for (const other of deleted.readAgain) await requeue(client, Number(other.id));
    return { deletion: deleted, bytes: [upload.sha256, ...sha256s] };
  });
  // Never waited for: what is left, also by a crash before this line, is collected later (blobs/collect-garbage.ts).
  await deleteUnnamed(database, blobs, { candidates: bytes });
  return deletion;
}

/**
 * Removes uploads whose result was not dismissed yet, as if they had not been added. Others stay: their bytes were stored
 * before, or their result was accepted.
 *
 * @throws ConflictError while one is being read
 */
export async function undoUploads(
  database: Database,
  blobs: BlobStore,
  ids: readonly string[],
): Promise<void> {
  const fresh = await listValues<string>(
    database.pool,
    `SELECT id::text AS id FROM uploads WHERE unseen AND state = 'stored' AND id = ANY ($1)`,
    [ids.map((id) => parseId(id, 'upload'))],
  );
  for (const id of fresh) await deleteUpload(database, blobs, id);
}
