import { countAllRuns } from '@basecase/db/testing/heatmap-rows';
import { insertRuns } from '@basecase/db/testing/insert-runs';
import type { Pool } from 'pg';

/**
 * Copies every run of nights to other servers, with throughput and costs alone, in SQL: importing 10,000 nights would take
 * an hour.
 */
export async function copyNights(pool: Pool, copies: number): Promise<void> {
  await pool.query(
    `INSERT INTO servers (slug, name, cores) SELECT 'copy-' || i, 'copy-' || i, 8 FROM generate_series(1, $1::int) i`,
    [copies],
  );
  await insertRuns(
    pool,
    `SELECT others.id AS server_id, workload_id, variant_id, upload_id,
       encode(sha256((others.id || '/' || runs.id)::bytea), 'hex') AS identity, label, path, started_at, at, campaign, facts
     FROM servers AS others, runs JOIN variants ON variants.id = variant_id AND build_id IS NOT NULL
     WHERE others.slug LIKE 'copy-%'`,
  );
  await pool.query(
    `WITH copied AS (
       SELECT copy.heatmap_id, copy.id, own.heatmap_id AS own_heatmap_id, own.id AS own_id
       FROM servers JOIN runs AS copy ON copy.server_id = servers.id
       JOIN runs AS own ON own.variant_id = copy.variant_id AND own.path = copy.path
       JOIN servers AS others ON others.id = own.server_id AND others.slug NOT LIKE 'copy-%'
       WHERE servers.slug LIKE 'copy-%'
     ), added AS (
       INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit, clients)
       SELECT copied.heatmap_id, copied.id, test_id, repeat, status, unit, clients
       FROM copied JOIN results ON results.heatmap_id = own_heatmap_id AND results.run_id = own_id
       RETURNING heatmap_id, id, run_id, test_id, repeat
     )
     INSERT INTO measurements (heatmap_id, result_id, metric, source, value, unit, formula)
     SELECT added.heatmap_id, added.id, metric, source, value, measurements.unit, formula
     FROM added
     JOIN copied ON copied.id = added.run_id
     JOIN results AS own ON own.heatmap_id = own_heatmap_id AND own.run_id = own_id AND own.test_id = added.test_id
       AND own.repeat = added.repeat
     JOIN measurements ON measurements.heatmap_id = own.heatmap_id AND measurements.result_id = own.id
       AND metric IN ('throughput', 'cpu_per_op', 'cs_per_op', 'write_kb_per_op')`,
  );
  await countAllRuns({ pool });
  await pool.query('ANALYZE');
}
