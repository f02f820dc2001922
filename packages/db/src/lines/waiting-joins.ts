import type { Database } from '../database';
import { getRow } from '../rows';
import type { WaitingJoins } from '../types/releases';
import { PENDING_LINES } from './line-decisions';

/** Those that a person can make, and has not split: a decision counts for two configs on every server. */
const WAITING = `
SELECT
  (SELECT count(DISTINCT (lower(proposal->>'product'), least(proposal->>'from', proposal->>'to'),
       greatest(proposal->>'from', proposal->>'to')))::int
   FROM heatmaps, jsonb_array_elements(lines->'proposals') AS proposal
   WHERE run_count > 0 AND proposal->>'reason' <> 'split'
     AND coalesce((proposal->'shared'->>'moved')::int, 0) = 0) AS joins,
  (SELECT count(*)::int FROM heatmaps WHERE ${PENDING_LINES}) AS pending`;

/** Joins that need a decision. */
export async function countWaitingJoins({ pool }: Pick<Database, 'pool'>): Promise<WaitingJoins> {
  return getRow<WaitingJoins>(pool, WAITING, [], 'No counts of joins.');
}
