import { MASK_VERSION } from '@basecase/ingest';
import type { BlobStore } from '../blobs/blob-store';
import { deleteUnnamed } from '../blobs/delete-unnamed';
import { sha256OfSingle } from '../blobs/objects/object-store';
import { type Database, inTransaction } from '../database';
import { lockUpload, requeue } from './change-upload';
import { prepareQueue } from './queue-job';
import { hasUploadContent } from './upload-content';

/** Uploads that one cleaning queues to be read again: others' uploads are read in between. */
const MAX_REQUEUED = 100;

/** Parsers before this one put columns of a summary table without raw logs into a workload of their own. */
const TABLES_WHOLE_SINCE = 4;

/**
 * What the worker does regularly, so that no unmasked byte stays: removes raw bytes that a crash left, and those of
 * uploads that failed some days ago; queues what was masked by fewer rules to be read again. Summary tables that older
 * parsers tore apart are read again too: nobody would look for half of their columns on another page.
 *
 * @returns how many were removed and queued
 */
export async function cleanRawBytes(
  database: Database,
  blobs: BlobStore,
): Promise<{ removed: number; requeued: number }> {
  const requeued = await readAgain(database, blobs);
  let removed = 0;
  for await (const objects of blobs.objects.list('single')) {
    const { rows } = await database.pool.query<{ sha256: string }>(
      `SELECT sha256 FROM uploads WHERE sha256 = ANY ($1) AND state IN ('stored', 'cancelled', 'failed')`,
      [objects.map(({ name }) => sha256OfSingle(name))],
    );
    const candidates = rows.map(({ sha256 }) => sha256);
    const gone = candidates.length === 0 ? [] : await deleteUnnamed(database, blobs, { candidates });
    removed += gone?.length ?? 0;
  }
  return { removed, requeued };
}

/** Uploads that are behind, the oldest first: from raw bytes if they are there, else from their files. */
async function readAgain(database: Database, blobs: BlobStore): Promise<number> {
  const behind = await database.prisma.upload.findMany({
    where: {
      state: 'stored',
      OR: [
        { maskVersion: null },
        { maskVersion: { lt: MASK_VERSION } },
        { parserVersion: { lt: TABLES_WHOLE_SINCE }, runs: { some: { isSummary: true } } },
      ],
      artifacts: { some: {} },
      // Nothing is left that could be masked, or read.
      filesRemovedAt: null,
    },
    select: { id: true, sha256: true, filesRemovedAt: true },
    orderBy: { id: 'asc' },
    take: MAX_REQUEUED,
  });
  if (behind.length === 0) return 0;
  await prepareQueue(database);
  let requeued = 0;
  for (const upload of behind.map(({ id, ...row }) => ({ ...row, id: Number(id) }))) {
    if (!(await hasUploadContent(database, blobs, upload))) continue;
    await inTransaction(database, async (client) => {
      const { state } = await lockUpload(client, String(upload.id));
      if (state !== 'stored') return;
      await requeue(client, upload.id);
      requeued += 1;
    });
  }
  return requeued;
}
