import type { Pool, PoolClient } from 'pg';

/** A run that was made up. */
export interface InsertedRun {
  id: number;
  heatmapId: number;
  server: number;
}

/**
 * Makes up runs in SQL, for databases that would take hours to import: their heatmaps, their places and their rows. Who calls
 * it counts the heatmaps afterwards.
 *
 * @param select SQL that gives server_id, workload_id, variant_id, upload_id, identity, label, path, started_at, at, campaign
 *   and facts, in the order in which runs get their ids
 */
export async function insertRuns(
  client: Pool | PoolClient,
  select: string,
  values: readonly unknown[] = [],
): Promise<InsertedRun[]> {
  await client.query(
    `INSERT INTO heatmaps (server_id, workload_id) SELECT DISTINCT server_id, workload_id FROM (${select}) AS made
     ON CONFLICT DO NOTHING`,
    [...values],
  );
  const { rows } = await client.query<InsertedRun>(
    `WITH made AS MATERIALIZED (${select}), placed AS MATERIALIZED (
       SELECT nextval('run_places_run_id_seq') AS id, heatmaps.id AS heatmap_id, made.*
       FROM made JOIN heatmaps USING (server_id, workload_id)
     ), places AS (
       INSERT INTO run_places (run_id, heatmap_id, upload_id, identity) SELECT id, heatmap_id, upload_id, identity FROM placed
     )
     INSERT INTO runs (heatmap_id, id, server_id, workload_id, variant_id, upload_id, label, path, started_at, at, campaign, facts)
     SELECT heatmap_id, id, server_id, workload_id, variant_id, upload_id, label, path, started_at, at, campaign,
       coalesce(facts, '{}')
     FROM placed ORDER BY id RETURNING id, heatmap_id AS "heatmapId", server_id AS server`,
    [...values],
  );
  return rows;
}

/** Gives each of these runs a result of each test, with a throughput of 1. */
export async function insertThroughput(pool: Pool, runs: readonly InsertedRun[]): Promise<void> {
  await pool.query(
    `WITH added AS (
       INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit)
       SELECT heatmap_id, made.id, tests.id, 1, 'ok', tests.unit
       FROM unnest($1::bigint[], $2::bigint[]) AS made (heatmap_id, id), tests ORDER BY made.id
       RETURNING heatmap_id, id
     )
     INSERT INTO measurements (heatmap_id, result_id, metric, source, value, unit)
     SELECT heatmap_id, id, 'throughput', 'reported', 1, 'queries/s' FROM added`,
    [runs.map(({ heatmapId }) => heatmapId), runs.map(({ id }) => id)],
  );
}
