import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../database';
import { arraysOf, listRows } from '../rows';
import { lockEpochs } from './epoch-lock';
import type { HeatmapKey } from './heatmap-key';
import { transactionTime } from './transaction-time';

/** A heatmap whose runs are to be counted. */
export interface CountedHeatmap extends HeatmapKey {
  /** It is judged again. */
  isStale: boolean;
}

/** Locks them too, in the order in which they are given. */
const MAKE = `
INSERT INTO heatmaps (server_id, workload_id) SELECT * FROM unnest($1::int[], $2::int[])
ON CONFLICT (server_id, workload_id) DO NOTHING`;

/** Makes rows of heatmaps that have none yet. @param keys in the order of the keys */
export async function makeHeatmaps(client: PoolClient, keys: readonly HeatmapKey[]): Promise<void> {
  if (keys.length > 0) await client.query(MAKE, arraysOf(keys, 'serverId', 'workloadId'));
}

const LOCK = `
SELECT FROM heatmaps WHERE (server_id, workload_id) IN (SELECT * FROM unnest($1::int[], $2::int[]))
ORDER BY server_id, workload_id FOR NO KEY UPDATE`;

/**
 * Runs are counted by variant first, and variants by line, so that names are looked up for few rows. `stale_since` is
 * the time of the transaction: a job judges them again.
 */
const COUNT = `
WITH asked AS (
  SELECT * FROM unnest($1::int[], $2::int[], $3::boolean[]) AS asked (server_id, workload_id, is_stale)
), counted AS MATERIALIZED (
  SELECT asked.server_id, asked.workload_id, variant_id, count(*)::int AS runs, max(at) AS latest,
    bool_or(origin = 'uploaded') AS uploaded, bool_or(origin = 'recorded') AS recorded,
    bool_or(origin = 'published') AS published
  FROM asked JOIN heatmaps USING (server_id, workload_id)
  JOIN runs ON runs.heatmap_id = heatmaps.id JOIN uploads ON uploads.id = runs.upload_id
  GROUP BY asked.server_id, asked.workload_id, variant_id
), lines AS (
  SELECT server_id, workload_id, products.name AS product, sum(runs)::int AS runs, count(*)::int AS columns,
    (count(*) FILTER (WHERE versions.known AND build_id IS NULL))::int AS known, max(latest) AS latest,
    bool_or(uploaded) AS uploaded, bool_or(recorded) AS recorded, bool_or(published) AS published
  FROM counted
  JOIN variants ON variants.id = variant_id
  JOIN versions ON versions.id = variants.version_id
  JOIN products ON products.id = variants.product_id
  GROUP BY server_id, workload_id, products.name, flavour, config_id
), sums AS (
  SELECT server_id, workload_id, sum(runs)::int AS runs, sum(columns)::int AS columns, max(known) AS comparable,
    array_agg(DISTINCT product ORDER BY product) AS products, max(latest) AS latest,
    array_remove(ARRAY[CASE WHEN bool_or(uploaded) THEN 'uploaded' END, CASE WHEN bool_or(recorded) THEN 'recorded' END,
      CASE WHEN bool_or(published) THEN 'published' END], NULL) AS origins
  FROM lines GROUP BY server_id, workload_id
), columns AS (
  SELECT server_id, workload_id, array_agg(variant_id ORDER BY variant_id) AS variant_ids
  FROM counted GROUP BY server_id, workload_id
)
UPDATE heatmaps SET stale_since = CASE WHEN is_stale THEN $4::timestamptz ELSE stale_since END, run_count = coalesce(runs, 0), column_count = coalesce(sums.columns, 0),
  comparable = coalesce(sums.comparable, 0), products = coalesce(sums.products, '{}'),
  origins = coalesce(sums.origins, '{}'), latest_run_at = latest, variant_ids = coalesce(columns.variant_ids, '{}')
FROM asked LEFT JOIN sums USING (server_id, workload_id) LEFT JOIN columns USING (server_id, workload_id)
WHERE heatmaps.server_id = asked.server_id AND heatmaps.workload_id = asked.workload_id`;

/**
 * Brings the rows of heatmaps up to date with their runs.
 *
 * @param keys in the order of the keys
 */
export async function countRunsOf(client: PoolClient, keys: readonly CountedHeatmap[]): Promise<void> {
  if (keys.length === 0) return;
  // Another import of the same heatmap is waited for, and the next statement sees its runs.
  const { rowCount } = await client.query(LOCK, arraysOf(keys, 'serverId', 'workloadId'));
  if (rowCount !== keys.length) {
    await makeHeatmaps(client, keys);
    await client.query(LOCK, arraysOf(keys, 'serverId', 'workloadId'));
  }
  await client.query(COUNT, [
    ...arraysOf(keys, 'serverId', 'workloadId', 'isStale'),
    await transactionTime(client),
  ]);
}

/**
 * Counts the runs of every heatmap after runs were written with plain SQL, as tools that seed a database do. They are
 * judged again.
 *
 * @param servers slugs of those whose runs were written; left out: all
 */
export async function countAllRuns(
  database: Pick<Database, 'pool'>,
  servers?: readonly string[],
): Promise<void> {
  await inTransaction(database, async (client) => {
    const rows = await listRows<HeatmapKey>(
      client,
      `SELECT server_id AS "serverId", workload_id AS "workloadId" FROM (
         SELECT server_id, workload_id FROM heatmaps) AS keys
       WHERE $1::text[] IS NULL OR server_id IN (SELECT id FROM servers WHERE slug = ANY ($1)) ORDER BY 1, 2`,
      [servers ?? null],
    );
    await countRunsOf(
      client,
      rows.map((key) => ({ ...key, isStale: true })),
    );
    await lockEpochs(client);
    await client.query('UPDATE epochs SET newest = newest + 1, shared = newest + 1');
  });
}
