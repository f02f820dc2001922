import type { Database } from '../../database';
import type { HeatmapEntry, Origin } from '../../types';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';

/**
 * Every heatmap there is: a workload on a server. Recorded runs count as uploaded when both are in one heatmap.
 * The newest come first.
 * Reads runs only, never their results: every page asks for this list.
 */
const LIST_HEATMAPS = `
WITH heatmaps AS (
  SELECT runs.server_id, runs.workload_id,
    count(DISTINCT runs.variant_id)::int AS columns,
    array_agg(DISTINCT products.name ORDER BY products.name) AS products,
    array_agg(DISTINCT uploads.origin::text) AS origins,
    max(runs.at) AS latest
  FROM runs
  JOIN variants ON variants.id = runs.variant_id
  JOIN products ON products.id = variants.product_id
  JOIN uploads ON uploads.id = runs.upload_id
  GROUP BY runs.server_id, runs.workload_id
)
SELECT ${HEATMAP_COLUMNS}, columns, products, origins, latest
FROM heatmaps
JOIN servers ON servers.id = heatmaps.server_id
JOIN workloads ON workloads.id = heatmaps.workload_id
ORDER BY latest DESC, servers.slug, workloads.slug`;

interface Row extends HeatmapRow {
  columns: number;
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
    latestRunAt: row.latest.toISOString(),
  }));
}
