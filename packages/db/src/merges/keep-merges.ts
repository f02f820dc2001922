import type { PoolClient } from 'pg';
import { linkRuns } from '../corrections/link-runs';
import { loadReadings } from '../corrections/load-readings';

/** Merges in force of what a run counts for, that are not said of it yet. */
const OPEN_MERGES = `
SELECT correction_id AS id FROM merges JOIN run_places ON run_places.run_id = $1 JOIN heatmaps ON heatmaps.id = heatmap_id
WHERE in_force AND (merges.server_id = heatmaps.server_id
    OR (merges.workload_id = heatmaps.workload_id AND (on_server_id IS NULL OR on_server_id = heatmaps.server_id)))
  AND NOT EXISTS (SELECT FROM correction_runs
    WHERE correction_runs.correction_id = merges.correction_id AND correction_runs.run_id = $1)
ORDER BY correction_id LIMIT 1`;

/**
 * Makes a run that was just stored count where merges lead: an upload with a merged name is counted on the server
 * that it was merged into, which may have been merged since. The caller holds the import lock.
 */
export async function keepMerges(client: PoolClient, runId: number): Promise<void> {
  // Each merge applies to a run once, so this ends.
  for (;;) {
    const { rows } = await client.query<{ id: number }>(OPEN_MERGES, [runId]);
    if (!rows[0]) return;
    await linkRuns(client, [rows[0].id], await loadReadings(client, [runId]));
  }
}
