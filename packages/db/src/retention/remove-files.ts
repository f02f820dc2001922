import type { PoolClient } from 'pg';
import { noteShared } from '../epochs/changes';
import type { Gone } from './delete-nights';
import { listFreed } from './freed-blobs';
import { lockUploads } from './list-night-uploads';
import { filesFates, readMarkedNights } from './night-fates';
import type { PermalinkNames } from './permalink-names';

/** What lost its files. */
export interface RemovedFiles {
  uploads: number[];
  /** sha256 of files that nothing else needs. */
  freed: string[];
}

export interface RemovingQuestion {
  before: Date;
  permalinks: PermalinkNames;
  goneBefore: Gone;
}

/**
 * Lets the raw files of some uploads go, in the transaction of the caller, who holds the import lock. Whether they
 * may is
 * decided again: a record or a permalink may rest on them by now. Their rows stay, and every number names its file
 * and line.
 */
export async function removeFiles(
  client: PoolClient,
  ids: readonly number[],
  { before, permalinks, goneBefore }: RemovingQuestion,
): Promise<RemovedFiles> {
  await lockUploads(client, ids);
  const fates = filesFates(await readMarkedNights(client, permalinks, { uploads: ids }), before);
  const uploads = ids.filter((id) => fates.get(id) === 'goes');
  const freed = await listFreed(client, uploads, goneBefore.uploads);
  noteShared(client);
  await client.query('UPDATE uploads SET files_removed_at = now() WHERE id = ANY ($1)', [uploads]);
  return { uploads, freed };
}
