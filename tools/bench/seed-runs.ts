import { countAllRuns } from '@basecase/db/testing/heatmap-rows';
import { insertRuns } from '@basecase/db/testing/insert-runs';
import type { Pool } from 'pg';
import { makeUpValues, share, VERSION_NUMBER } from './made-up-values';

/** Tests of the made-up runs: the 32 of published tables and one unknown one. */
const TESTS = 33;
/** How far a test moves when nothing changed: ±1.5%. */
const NOISE = '0.03';
/** Of each heatmap, one test in ten is 15% slower, one 4% slower and one 15% faster from a version on. */
const changeFrom = (version: number) => {
  const heatmapTest = share("concat_ws(' ', server_id, workload_id, test_id)");
  return `CASE WHEN ${VERSION_NUMBER} <= ${version} THEN 1 WHEN ${heatmapTest} < 0.1 THEN 0.85
    WHEN ${heatmapTest} < 0.2 THEN 0.96 WHEN ${heatmapTest} > 0.9 THEN 1.15 ELSE 1 END`;
};
/** Of a newer version, every fourth test is 20% slower. */
const CHANGE_OF_NEWER = 'CASE WHEN test_id % 4 = 0 THEN 0.8 ELSE 1 END';

/**
 * Fills a migrated, empty database with made-up runs, in SQL because importing 10,000 tarballs would take hours:
 * every server has every workload, every workload one run of each variant, every run all tests.
 *
 * The heatmap to look at is server `bench-1`, workload `bench-1`.
 */
export async function seedRuns(
  pool: Pool,
  size: { servers: number; workloads: number; variants: number; tests?: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO benchmarks (id, name) VALUES ('sysbench', 'sysbench') ON CONFLICT DO NOTHING`,
    );
    await client.query(`INSERT INTO products (name) VALUES ('MySQL') ON CONFLICT DO NOTHING`);
    await client.query(
      `INSERT INTO servers (slug, name, cores) SELECT 'bench-' || i, 'bench-' || i, 8 FROM generate_series(1, $1::int) i`,
      [size.servers],
    );
    await client.query(
      `INSERT INTO workloads (slug, benchmark_id, tables, rows_per_table, clients, primary_key)
       SELECT 'bench-' || i, 'sysbench', 1, 50000000, i, true FROM generate_series(1, $1::int) i`,
      [size.workloads],
    );
    await client.query(
      `INSERT INTO versions (product_id, name, known, sort_key)
       SELECT p.id, '9.' || i || '.0', true, lpad(i::text, 6, '0')
       FROM products p, generate_series(1, $1::int) i WHERE p.name = 'MySQL'`,
      [size.variants],
    );
    await client.query(
      `INSERT INTO variants (slug, product_id, version_id)
       SELECT 'mysql-' || v.name, v.product_id, v.id FROM versions v`,
    );
    await client.query(
      `INSERT INTO tests (benchmark_id, key, name, range, "group", position, unit, warmup, known)
       SELECT 'sysbench', name || '_range=100', name, 100, grp, i * 1000, 'queries/s', false, true
       FROM (SELECT i, 'bench-test-' || i AS name,
                    (ARRAY['point', 'range', 'range-aggregate', 'write'])[1 + (i - 1) * 4 / $1::int] AS grp
             FROM generate_series(1, $1::int) i) t`,
      [size.tests ?? TESTS],
    );
    await client.query(
      `INSERT INTO uploads (sha256, filename, size_bytes, origin, state, parser_version, stored_at)
       VALUES (repeat('0', 64), 'made-up runs', 0, 'uploaded', 'stored', 1, now())`,
    );
    await insertRuns(
      client,
      `SELECT s.id AS server_id, w.id AS workload_id, v.id AS variant_id, u.id AS upload_id,
         encode(sha256((s.id || '/' || w.id || '/' || v.id)::bytea), 'hex') AS identity, v.slug AS label, v.slug AS path,
         NULL::timestamptz AS started_at, now() AS at, NULL::text AS campaign, NULL::jsonb AS facts
       FROM servers s, workloads w, variants v, uploads u
       WHERE s.slug LIKE 'bench-%' AND w.slug LIKE 'bench-%'`,
    );
    await client.query(
      `INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit, clients)
       SELECT r.heatmap_id, r.id, t.id, 1, 'ok', t.unit, 1 FROM runs r, tests t ORDER BY r.id, t.id`,
    );
    await makeUpValues(client, {
      runs: null,
      noise: NOISE,
      change: changeFrom(Math.ceil(size.variants / 2)),
    });
    await client.query('COMMIT');
    await countAllRuns({ pool });
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
}

/**
 * Adds a newer version to the first workloads of server `bench-1`, a run with all tests for each: what one ingest brings.
 * Every fourth test is 20% slower than the version before it, so that there is something to find.
 */
export async function addVersion(
  pool: Pool,
  { version, workloads }: { version: string; workloads: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `WITH added AS (
         INSERT INTO versions (product_id, name, known, sort_key)
         SELECT id, $1::text, true, '1' || lpad(replace($1::text, '.', ''), 6, '0') FROM products WHERE name = 'MySQL'
         RETURNING id, product_id
       )
       INSERT INTO variants (slug, product_id, version_id) SELECT 'mysql-' || $1::text, product_id, id FROM added`,
      [version],
    );
    const added = await insertRuns(
      client,
      `SELECT s.id AS server_id, w.id AS workload_id, v.id AS variant_id, (SELECT id FROM uploads LIMIT 1) AS upload_id,
         encode(sha256((s.id || '/' || w.id || '/' || v.id)::bytea), 'hex') AS identity, v.slug AS label, v.slug AS path,
         NULL::timestamptz AS started_at, now() AS at, NULL::text AS campaign, NULL::jsonb AS facts
       FROM servers s, workloads w, variants v
       WHERE s.slug = 'bench-1' AND v.slug = 'mysql-' || $1 AND w.slug = ANY (
         SELECT 'bench-' || i FROM generate_series(1, $2::int) i)`,
      [version, workloads],
    );
    const runs = added.map(({ id }) => id);
    await client.query(
      `INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit, clients)
       SELECT r.heatmap_id, r.id, t.id, 1, 'ok', t.unit, 1
       FROM unnest($1::bigint[], $2::bigint[]) AS r (heatmap_id, id), tests t ORDER BY r.id, t.id`,
      [added.map(({ heatmapId }) => heatmapId), runs],
    );
    await makeUpValues(client, { runs, noise: NOISE, change: CHANGE_OF_NEWER });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await countAllRuns({ pool }, ['bench-1']);
}
