import type { Database } from '../../database';
import type { HeatmapEntry, Origin } from '../../types';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';

/** Reads the row of each heatmap and no run: every page asks for this list. */
const LIST_HEATMAPS = `
SELECT ${HEATMAP_COLUMNS}, column_count AS columns, comparable, products, origins, latest_run_at AS latest
FROM heatmaps
JOIN servers ON servers.id = heatmaps.server_id
JOIN workloads ON workloads.id = heatmaps.workload_id
WHERE run_count > 0
ORDER BY latest DESC, servers.slug, workloads.slug`;

interface Row extends HeatmapRow {
  columns: number;
  comparable: number;
  products: string[];
  origins: Origin[];
  latest: Date;
}

/**
 * Every heatmap there is: a workload on a server. Recorded runs count as uploaded when both are in one heatmap.
 * The newest come first.
 */
export async function listHeatmaps(database: Database): Promise<HeatmapEntry[]> {
  const { rows } = await database.pool.query<Row>({ name: 'heatmaps', text: LIST_HEATMAPS });
  return rows.map((row) => ({
    ...toHeatmapViews(row, row.origins),
    products: row.products,
    columns: row.columns,
    comparableVersions: row.comparable,
    latestRunAt: row.latest.toISOString(),
  }));
}
