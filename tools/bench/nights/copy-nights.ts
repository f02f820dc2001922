import { countAllRuns } from '@basecase/db/testing/heatmap-rows';
import type { Pool } from 'pg';

/**
 * Copies every run of nights to other servers, with throughput and costs alone, in SQL: importing 10,000 nights would take
 * an hour.
 */
export async function copyNights(pool: Pool, copies: number): Promise<void> {
  await pool.query(
    `WITH others AS (
       INSERT INTO servers (slug, name, cores) SELECT 'copy-' || i, 'copy-' || i, 8 FROM generate_series(1, $1::int) i
       RETURNING id
     ), copied AS (
       INSERT INTO runs (server_id, workload_id, variant_id, upload_id, identity, label, path, started_at, at, facts)
       SELECT others.id, workload_id, variant_id, upload_id, encode(sha256((others.id || '/' || runs.id)::bytea), 'hex'),
         label, path, started_at, at, facts
       FROM others, runs JOIN variants ON variants.id = variant_id AND build_id IS NOT NULL
       RETURNING id, variant_id
     ), results AS (
       INSERT INTO results (run_id, test_id, repeat, status, unit, clients)
       SELECT copied.id, test_id, repeat, status, unit, clients
       FROM copied JOIN runs ON runs.variant_id = copied.variant_id JOIN results ON results.run_id = runs.id
       RETURNING id, run_id, test_id, repeat
     )
     INSERT INTO measurements (result_id, metric, source, value, unit)
     SELECT results.id, metric, source, value, measurements.unit
     FROM results
     JOIN copied ON copied.id = results.run_id
     JOIN runs ON runs.variant_id = copied.variant_id
     JOIN results AS own ON own.run_id = runs.id AND own.test_id = results.test_id AND own.repeat = results.repeat
     JOIN measurements ON measurements.result_id = own.id
       AND metric IN ('throughput', 'cpu_per_op', 'cs_per_op', 'write_kb_per_op')`,
    [copies],
  );
  await countAllRuns({ pool });
  await pool.query('ANALYZE');
}
