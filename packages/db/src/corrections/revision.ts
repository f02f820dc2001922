import type { PoolClient } from 'pg';
import { sha256Of } from '../import/identity';
import { findValue } from '../rows';
import type { StoredReading } from './load-readings';

/**
 * Changes whenever one of these runs counts otherwise than before, or a correction of them was made or undone. A
 * change names the revision that it is based on.
 */
export async function revisionOf(client: PoolClient, runs: readonly StoredReading[]): Promise<string> {
  const ids = await findValue<number[]>(
    client,
    `SELECT array_agg(DISTINCT correction_id ORDER BY correction_id) AS ids
     FROM correction_runs JOIN corrections ON corrections.id = correction_id
     WHERE run_id = ANY ($1) AND undone_at IS NULL`,
    [runs.map(({ id }) => id)],
  );
  const state = [ids ?? [], runs.map(({ id, identity, counted }) => [id, identity, counted])];
  return sha256Of(JSON.stringify(state)).slice(0, 16);
}
