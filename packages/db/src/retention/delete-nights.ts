import type { PoolClient } from 'pg';
import { deleteRuns, deleteUploads } from '../epochs/write-runs';
import { saveCounts } from '../import/upload-row';
import { getValue, listRows, listValues } from '../rows';
import { listFreed } from './freed-blobs';

/** What goes when nights do. */
export interface DeletedNights {
  runs: number;
  measurements: number;
  /** Uploads that are left without a run, and go with them. */
  uploads: number[];
  /** sha256 of their files that nothing else needs. */
  freed: string[];
}

/** What went before. A preview only looked: there it counts as gone. */
export interface Gone {
  runs: readonly number[];
  uploads: readonly number[];
}

const EMPTIED = `
SELECT upload_id AS id, bool_and(run_id = ANY ($2)) AS "isEmptied" FROM run_places
WHERE upload_id IN (SELECT upload_id FROM run_places WHERE run_id = ANY ($1))
GROUP BY upload_id ORDER BY upload_id`;

const MEASUREMENTS = `
SELECT count(*)::int AS count FROM run_places
JOIN results ON results.heatmap_id = run_places.heatmap_id AND results.run_id = run_places.run_id
JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id
WHERE run_places.run_id = ANY ($1)`;

/** Of uploads of which other runs stay: reading them again must not bring these back. */
const NOTE_THINNED = `
UPDATE uploads SET thinned_runs = ARRAY(
  SELECT unnest(thinned_runs) UNION SELECT identity FROM run_places WHERE run_id = ANY ($2) AND upload_id = uploads.id)
WHERE id = ANY ($1)`;

/** They are not restored from another upload either (`import/import-parsed.ts`). */
const REMEMBER = `
INSERT INTO thinned_runs (identity) SELECT identity FROM run_places WHERE run_id = ANY ($1) ON CONFLICT DO NOTHING`;

/**
 * Deletes runs with their results and numbers, and uploads that have no other. Other uploads that hold the same logs
 * are not read again, unlike after the deletion of an upload: they would restore nights that the rule removed.
 */
export async function deleteNights(
  client: PoolClient,
  runs: readonly number[],
  goneBefore: Gone,
): Promise<DeletedNights> {
  const uploads = await listRows<{ id: number; isEmptied: boolean }>(client, EMPTIED, [
    runs,
    [...runs, ...goneBefore.runs],
  ]);
  const [emptied = [], left = []] = [true, false].map((is) =>
    uploads.filter(({ isEmptied }) => isEmptied === is).map(({ id }) => id),
  );
  const freed = await listFreed(client, emptied, goneBefore.uploads);
  const measurements = await getValue<number>(client, MEASUREMENTS, [runs]);
  await client.query(REMEMBER, [runs]);
  await client.query(NOTE_THINNED, [left, runs]);
  await deleteRuns(client, runs);
  // Of a preview some have runs that would be gone by now.
  const empty = await listValues<number>(
    client,
    'SELECT id FROM uploads WHERE id = ANY ($1) AND NOT EXISTS (SELECT FROM run_places WHERE upload_id = uploads.id)',
    [emptied],
  );
  await deleteUploads(client, empty);
  for (const id of left) await saveCounts(client, id);
  return { runs: runs.length, measurements, uploads: emptied, freed };
}
