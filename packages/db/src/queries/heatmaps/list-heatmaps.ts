import type { Database } from '../../database';
import type { HeatmapEntry, Origin } from '../../types';
import {
  SERVER_JSON,
  type ServerRow,
  toServerView,
  toWorkloadView,
  WORKLOAD_JSON,
  type WorkloadRow,
} from '../views';

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
SELECT ${SERVER_JSON} AS server, ${WORKLOAD_JSON} AS workload, columns, products, origins, latest
FROM heatmaps
JOIN servers ON servers.id = heatmaps.server_id
JOIN workloads ON workloads.id = heatmaps.workload_id
ORDER BY latest DESC, servers.slug, workloads.slug`;

interface HeatmapRow {
  server: ServerRow;
  workload: WorkloadRow;
  columns: number;
  products: string[];
  origins: Origin[];
  latest: Date;
}

export async function listHeatmaps(database: Database): Promise<HeatmapEntry[]> {
  const { rows } = await database.pool.query<HeatmapRow>(LIST_HEATMAPS);
  return rows.map((row) => ({
    server: toServerView(row.server),
    workload: toWorkloadView(row.workload, originOf(row.origins)),
    products: row.products,
    columns: row.columns,
    latestRunAt: row.latest.toISOString(),
  }));
}

/** Origin of a heatmap whose runs have these origins: what somebody uploaded is not the project's own any more. */
export function originOf(origins: readonly Origin[]): Origin {
  const [first] = origins;
  return origins.length === 1 && first ? first : 'uploaded';
}
