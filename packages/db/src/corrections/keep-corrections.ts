import type { PoolClient } from 'pg';
import { keepMerges } from '../merges/keep-merges';
import { countRuns } from './count-runs';
import { linkRuns } from './link-runs';
import { loadReadings } from './load-readings';

/** A run that has just been stored as it was read. */
export interface StoredAsRead {
  id: number;
  identity: string;
  uploadId: number;
  isNew: boolean;
}

/** The same logs were here before, under a correction. */
const TAKE_BACK = `
UPDATE correction_runs SET run_id = $1 WHERE run_id IS NULL AND identity = $2
  AND NOT EXISTS (SELECT FROM correction_runs AS own
    WHERE own.correction_id = correction_runs.correction_id AND own.run_id = $1)`;

/** Corrections of all runs of an upload apply to a run that only this reading found. */
const OF_UPLOAD = `
SELECT id FROM corrections WHERE upload_id = $2 AND undone_at IS NULL
  AND NOT EXISTS (SELECT FROM correction_runs WHERE correction_id = corrections.id AND run_id = $1)`;

const IN_FORCE = `
SELECT FROM correction_runs JOIN corrections ON corrections.id = correction_id
WHERE run_id = $1 AND undone_at IS NULL LIMIT 1`;

/**
 * Lays the corrections of a run over what was read of it just now: reading again, by newer parsers or from other bytes,
 * undoes no correction. The caller holds the import lock.
 */
export async function keepCorrections(client: PoolClient, run: StoredAsRead): Promise<void> {
  const { rows } = await client.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM corrections) AS any');
  if (!rows[0]?.any) return;
  if (!run.isNew) {
    await client.query('UPDATE correction_runs SET identity = $2 WHERE run_id = $1 AND identity <> $2', [
      run.id,
      run.identity,
    ]);
  }
  await client.query(TAKE_BACK, [run.id, run.identity]);
  const { rowCount } = await client.query(IN_FORCE, [run.id]);
  if (rowCount) await countRuns(client, [run.id]);
  const ofUpload = await client.query<{ id: number }>(OF_UPLOAD, [run.id, run.uploadId]);
  const ids = ofUpload.rows.map(({ id }) => id);
  if (ids.length > 0) await linkRuns(client, ids, await loadReadings(client, [run.id]));
  await keepMerges(client, run.id);
}
