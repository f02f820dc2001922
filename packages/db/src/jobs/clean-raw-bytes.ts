import { MASK_VERSION } from '@basecase/ingest';
import { type BlobStore, deleteUnnamed } from '../blobs/blob-store';
import { ownerOfSingle, sha256OfSingle } from '../blobs/objects/object-store';
import { type Database, inTransaction } from '../database';
import { listRows, listValues } from '../rows';
import { lockUpload, requeue } from './change-upload';
import { prepareQueue } from './queue-job';
import { hasUploadContent } from './upload-content';

/** Uploads that one cleaning queues to be read again: others' uploads are read in between. */
const MAX_REQUEUED = 100;

/** Parsers before this one put columns of a summary table without raw logs into a separate workload. */
const TABLES_WHOLE_SINCE = 4;

/**
 * What the worker does regularly, so that no unmasked byte stays: removes raw bytes that a crash left, and those of
 * uploads that failed some days ago; queues what was masked by fewer rules to be read again. Summary tables that older
 * parsers tore apart are read again too: half of their columns would be missed on another page.
 *
 * @returns how many were removed and queued
 */
export async function cleanRawBytes(
  database: Database,
  blobs: BlobStore,
): Promise<{ removed: number; requeued: number }> {
  const requeued = await readAgain(database, blobs);
  let removed = 0;
  const owner = await blobs.owner();
  for await (const all of blobs.objects.list('single')) {
    const objects = all.filter(({ name }) => [owner, null].includes(ownerOfSingle(name)));
    const candidates = await listValues<string>(
      database.pool,
      `SELECT sha256 FROM uploads WHERE sha256 = ANY ($1) AND state IN ('stored', 'cancelled', 'failed')`,
      [objects.map(({ name }) => sha256OfSingle(name))],
    );
    const gone = candidates.length === 0 ? [] : await deleteUnnamed(database, blobs, { candidates });
    removed += gone?.length ?? 0;
  }
  return { removed, requeued };
}

interface BehindRow {
  id: number;
  sha256: string;
  filesRemovedAt: Date | null;
}

/** Uploads whose files were removed have nothing left that could be masked, or read. */
const OLD = `
SELECT id FROM uploads WHERE state = 'stored' AND files_removed_at IS NULL
  AND (mask_version IS NULL OR mask_version < $1 OR parser_version < $2)`;

/**
 * The same goes for those without files. Ids are named on both sides: a cluster cuts files by upload, runs by
 * heatmap.
 */
const BEHIND = `
SELECT id, sha256, files_removed_at AS "filesRemovedAt" FROM uploads
WHERE id = ANY ($2) AND id IN (SELECT upload_id FROM artifacts WHERE upload_id = ANY ($2))
  AND (mask_version IS NULL OR mask_version < $1 OR id IN (
    SELECT run_places.upload_id FROM run_places JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_id
    WHERE run_places.upload_id = ANY ($2) AND is_summary))
ORDER BY id LIMIT ${MAX_REQUEUED}`;

/** Uploads that are behind, the oldest first: from raw bytes if they are there, else from their files. */
async function readAgain(database: Database, blobs: BlobStore): Promise<number> {
  const old = await listValues<number>(database.pool, OLD, [MASK_VERSION, TABLES_WHOLE_SINCE]);
  if (old.length === 0) return 0;
  const behind = await listRows<BehindRow>(database.pool, BEHIND, [MASK_VERSION, old]);
  if (behind.length === 0) return 0;
  await prepareQueue(database);
  let requeued = 0;
  for (const upload of behind) {
    if (!(await hasUploadContent(database, blobs, upload))) continue;
    await inTransaction(database, async (client) => {
      const { state } = await lockUpload(client, String(upload.id));
      if (state !== 'stored') return;
      await requeue(client, upload.id, { mayWait: true });
      requeued += 1;
    });
  }
  return requeued;
}
