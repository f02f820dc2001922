import type { Database } from '../database';
import { getRow } from '../rows';
import type { WaitingJoins } from '../types/releases';
import { PENDING_LINES } from './line-decisions';

/** Those that a person can make, and has not split: a decision counts for two configs on every server. */
const WAITING = `
SELECT
  (SELECT count(DISTINCT (lower(proposal->>'product'), least(proposal->>'from', proposal->>'to'),
       greatest(proposal->>'from', proposal->>'to')))::int
   FROM heatmaps JOIN servers ON servers.id = server_id, jsonb_array_elements(lines->'proposals') AS proposal
   WHERE run_count > 0 AND ($1::text[] IS NULL OR servers.slug = ANY ($1)) AND proposal->>'reason' <> 'split'
     AND (coalesce((proposal->'shared'->>'moved')::int, 0) = 0 OR (proposal->>'canStep')::boolean)) AS joins,
  (SELECT count(*)::int FROM heatmaps JOIN servers ON servers.id = server_id
   WHERE ${PENDING_LINES} AND ($1::text[] IS NULL OR servers.slug = ANY ($1))) AS pending`;

/**
 * Joins that need a decision.
 *
 * @param servers slugs of the servers that are asked about; null: all
 */
export async function countWaitingJoins(
  { pool }: Pick<Database, 'pool'>,
  servers: readonly string[] | null = null,
): Promise<WaitingJoins> {
  return getRow<WaitingJoins>(pool, WAITING, [servers], 'No counts of joins.');
}
