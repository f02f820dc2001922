import { RULE_VERSION } from '@basecase/analysis';
import { PARSER_VERSION } from '@basecase/db/import/upload-row';
import { countAllRuns } from '@basecase/db/testing/heatmap-rows';
import { insertRuns } from '@basecase/db/testing/insert-runs';
import { MASK_VERSION } from '@basecase/ingest';
import type { Pool } from 'pg';

/** 500,000 runs in 5,000 heatmaps, each with 100 releases of two products; a result each, and 20,000 records. */
export const HUGE = { servers: 50, workloads: 100, versions: 50, records: 4 } as const;

/**
 * Fills a migrated, empty database with what lists read: runs, their uploads and records, and no measurement. Importing
 * them would take hours.
 */
export async function seedLists(
  pool: Pool,
  size: { [K in keyof typeof HUGE]: number } = HUGE,
): Promise<void> {
  await pool.query(`INSERT INTO benchmarks (id, name) VALUES ('sysbench', 'sysbench')`);
  await pool.query(`INSERT INTO products (name) VALUES ('MySQL'), ('PostgreSQL')`);
  await pool.query(
    `INSERT INTO servers (slug, name, cores) SELECT 'bench-' || i, 'bench-' || i, 8 FROM generate_series(1, $1::int) i`,
    [size.servers],
  );
  await pool.query(
    `INSERT INTO workloads (slug, benchmark_id, tables, rows_per_table, clients, primary_key)
     SELECT 'bench-' || i, 'sysbench', 1, 50000000, i, true FROM generate_series(1, $1::int) i`,
    [size.workloads],
  );
  await pool.query(
    `INSERT INTO versions (product_id, name, known, sort_key)
     SELECT products.id, '9.' || i || '.0', true, lpad(i::text, 6, '0') FROM products, generate_series(1, $1::int) i`,
    [size.versions],
  );
  await pool.query(
    `INSERT INTO variants (slug, product_id, version_id)
     SELECT lower(products.name) || '-' || versions.name, product_id, versions.id
     FROM versions JOIN products ON products.id = product_id`,
  );
  await pool.query(
    `INSERT INTO tests (benchmark_id, key, name, range, "group", position, unit, warmup, known)
     SELECT 'sysbench', 't' || i, 't' || i, NULL, 'point', i * 1000, 'queries/s', false, true
     FROM generate_series(1, 33) i`,
  );
  const runs = size.servers * size.workloads * size.versions * 2;
  await pool.query(
    `INSERT INTO uploads (sha256, filename, size_bytes, origin, state, parser_version, mask_version, stored_at,
       created_at, run_count)
     SELECT encode(sha256(i::text::bytea), 'hex'), 'x.' || i || '.tar.gz', 1000000, 'uploaded', 'stored', $2, $3,
       now() - i * interval '1 minute', now() - i * interval '1 minute', 1
     FROM generate_series(1, $1::int) i`,
    [runs, PARSER_VERSION, MASK_VERSION],
  );
  await insertRuns(
    pool,
    `SELECT server AS server_id, workload AS workload_id, variant AS variant_id, n AS upload_id,
       encode(sha256(n::text::bytea), 'hex') AS identity, 'run ' || n AS label, 'x.' || n AS path,
       NULL::timestamptz AS started_at, now() - n * interval '1 minute' AS at, NULL::text AS campaign, NULL::jsonb AS facts
     FROM (SELECT servers.id AS server, workloads.id AS workload, variants.id AS variant, row_number() OVER () AS n
       FROM servers, workloads, variants) AS placed`,
  );
  await pool.query(
    'INSERT INTO run_uploads (heatmap_id, run_id, upload_id) SELECT heatmap_id, id, upload_id FROM runs',
  );
  await pool.query(
    `INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit, clients)
     SELECT heatmap_id, id, 1 + id % 33, 1, 'ok', 'queries/s', 1 FROM runs`,
  );
  await countAllRuns({ pool });
  // As if all were judged, and by the current rule: a worker that starts on this database has nothing to do.
  await pool.query(
    `UPDATE heatmaps SET stale_since = NULL, evaluated_at = now(), records_stops = true, rule_version = $1, releases = '[]',
       noise = '{"pairs": 10, "calibrated": true, "medianSigma": 0.01, "smallestVisible": 0.05}'`,
    [RULE_VERSION],
  );
  await pool.query(
    `INSERT INTO record_places (slug, heatmap_id)
     SELECT 'r' || row_number() OVER (ORDER BY id, copy), id FROM heatmaps, generate_series(1, $1::int) AS copy`,
    [size.records],
  );
  await pool.query(
    `INSERT INTO regressions (heatmap_id, slug, kind, server_id, workload_id, test_id, product_id, fingerprint, first_bad_id, last_good_id,
       first_bad, last_good, last_seen, step, verdict, ratio, level_ratio, band, p, cause, reason, rule_version, parser_version)
     SELECT id, 'r' || n, 'regression', server_id, workload_id, 1 + n % 33, 1, 'f' || n, 2, 1, '9.2.0', '9.1.0', '9.50.0', 'step',
       'regression', 0.8, 0.8, 0.03, 0.001, 'c' || n % 300, 'cpu', 1, 1
     FROM (SELECT id, server_id, workload_id, row_number() OVER (ORDER BY id, copy) AS n
       FROM heatmaps, generate_series(1, $1::int) AS copy) AS placed`,
    [size.records],
  );
  await pool.query('VACUUM ANALYZE');
}
