import type { PoolClient } from 'pg';
import { arraysOf } from '../rows';
import type { RunChanges } from '../types/corrections';
import { countRuns } from './count-runs';
import { loadReadings, type StoredReading } from './load-readings';
import { namedBy } from './rename-results';

const LINK = `
INSERT INTO correction_runs (correction_id, run_id, identity, before, after)
SELECT corrections.id, news.run_id, news.identity, news.before, news.before
FROM unnest($2::bigint[], $3::text[], $4::jsonb[]) AS news (run_id, identity, before), corrections
WHERE corrections.id = ANY ($1)
ON CONFLICT (correction_id, run_id) DO NOTHING`;

const NOTE_AFTER = `
UPDATE correction_runs SET after = news.after FROM unnest($2::bigint[], $3::jsonb[]) AS news (run_id, after)
WHERE correction_id = ANY ($1) AND correction_runs.run_id = news.run_id`;

/**
 * Makes corrections hold for runs: they count by them from now on, and what they had before and have after is kept for
 * the history. The caller holds the import lock.
 *
 * @param changes what they say of tests and metrics, which no run as a whole has
 * @returns the runs as they count now
 */
export async function linkRuns(
  client: PoolClient,
  correctionIds: readonly number[],
  runs: readonly StoredReading[],
  changes: RunChanges = {},
): Promise<StoredReading[]> {
  const ids = runs.map(({ id }) => id);
  await client.query(LINK, [
    correctionIds,
    ...arraysOf(runs, 'id', 'identity'),
    runs.map(({ counted }) => JSON.stringify({ ...counted, ...namedBy(changes, 'before') })),
  ]);
  await countRuns(client, ids);
  const after = await loadReadings(client, ids);
  await client.query(NOTE_AFTER, [
    correctionIds,
    after.map(({ id }) => id),
    after.map(({ counted }) => JSON.stringify({ ...counted, ...namedBy(changes, 'after') })),
  ]);
  return after;
}
