import type { Database } from '../../database';
import type { HeatmapEntry, Origin } from '../../types';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';

/**
 * Every heatmap there is: a workload on a server. Recorded runs count as uploaded when both are in one heatmap.
 * The newest come first.
 * Reads runs only, never their results: every page asks for this list. Runs are counted by variant first, and variants
 * by line, so that names are looked up for few rows.
 */
const LIST_HEATMAPS = `
WITH counted AS MATERIALIZED (
  SELECT server_id, workload_id, variant_id, max(at) AS latest,
    bool_or(origin = 'uploaded') AS uploaded, bool_or(origin = 'recorded') AS recorded,
    bool_or(origin = 'published') AS published
  FROM runs JOIN uploads ON uploads.id = runs.upload_id
  GROUP BY server_id, workload_id, variant_id
), lines AS MATERIALIZED (
  SELECT server_id, workload_id, variants.product_id, count(*)::int AS columns,
    (count(*) FILTER (WHERE versions.known AND build_id IS NULL))::int AS known, max(latest) AS latest,
    bool_or(uploaded) AS uploaded, bool_or(recorded) AS recorded, bool_or(published) AS published
  FROM counted
  JOIN variants ON variants.id = variant_id
  JOIN versions ON versions.id = variants.version_id
  GROUP BY server_id, workload_id, variants.product_id, flavour, config_id
), heatmaps AS (
  SELECT server_id, workload_id, sum(columns)::int AS columns, max(known) AS comparable, max(latest) AS latest,
    array_agg(DISTINCT products.name ORDER BY products.name) AS products,
    bool_or(uploaded) AS uploaded, bool_or(recorded) AS recorded, bool_or(published) AS published
  FROM lines JOIN products ON products.id = product_id
  GROUP BY server_id, workload_id
)
SELECT ${HEATMAP_COLUMNS}, columns, comparable, products, latest,
  array_remove(ARRAY[CASE WHEN uploaded THEN 'uploaded' END, CASE WHEN recorded THEN 'recorded' END,
    CASE WHEN published THEN 'published' END], NULL) AS origins
FROM heatmaps
JOIN servers ON servers.id = heatmaps.server_id
JOIN workloads ON workloads.id = heatmaps.workload_id
ORDER BY latest DESC, servers.slug, workloads.slug`;

interface Row extends HeatmapRow {
  columns: number;
  comparable: number;
  products: string[];
  origins: Origin[];
  latest: Date;
}

export async function listHeatmaps(database: Database): Promise<HeatmapEntry[]> {
  const { rows } = await database.pool.query<Row>(LIST_HEATMAPS);
  return rows.map((row) => ({
    ...toHeatmapViews(row, row.origins),
    products: row.products,
    columns: row.columns,
    comparableVersions: row.comparable,
    latestRunAt: row.latest.toISOString(),
  }));
}
