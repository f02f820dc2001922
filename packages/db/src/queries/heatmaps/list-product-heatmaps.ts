import type { Database } from '../../database';
import type { Origin, ServerView } from '../../types';
import type { ProductHeatmap, WorkloadFacts } from '../../types/servers';
import {
  originOf,
  SERVER_JSON,
  type ServerRow,
  toServerView,
  toWorkloadView,
  WORKLOAD_JSON,
  type WorkloadRow,
} from '../views';

/**
 * Every heatmap with its releases; the newest come first. Builds are in series, on a page of their own.
 *
 * Names are sent once, not once for each heatmap: the pages that put servers side by side ask for this list at every visit.
 */
const LIST_PRODUCT_HEATMAPS = `
SELECT
  (SELECT json_object_agg(id, ${SERVER_JSON}) FROM servers) AS servers,
  (SELECT json_object_agg(id, ${WORKLOAD_JSON}) FROM workloads) AS workloads,
  (SELECT json_object_agg(variants.id, json_build_array(products.name, versions.name))
   FROM variants
   JOIN products ON products.id = variants.product_id
   JOIN versions ON versions.id = variants.version_id
   WHERE variants.build_id IS NULL) AS variants,
  (SELECT json_agg(json_build_array(server_id, workload_id, variant_ids, origins, latest_run_at)
     ORDER BY latest_run_at DESC, server_id, workload_id)
   FROM heatmaps WHERE run_count > 0) AS heatmaps`;

/** A heatmap with the variants of its runs, by their numbers, and where the runs are from. */
export type HeatmapRow = [
  server: number,
  workload: number,
  variants: number[],
  origins: Origin[],
  latest: string,
];

interface Row {
  servers: Record<number, ServerRow> | null;
  workloads: Record<number, WorkloadRow> | null;
  variants: Record<number, [product: string, version: string]> | null;
  heatmaps: HeatmapRow[] | null;
}

/** What is stored, by product, server and workload: reads the rows of heatmaps, and no run. */
export async function listProductHeatmaps(database: Database): Promise<ProductHeatmap[]> {
  const { rows } = await database.pool.query<Row>({ name: 'product-heatmaps', text: LIST_PRODUCT_HEATMAPS });
  const [row] = rows;
  if (!row?.heatmaps) return [];
  const names = namesOf(row);
  return row.heatmaps.flatMap((heatmap) => toProductHeatmaps(names, heatmap));
}

interface Names {
  server(id: number): ServerView | undefined;
  workload(id: number, origin: Origin): WorkloadFacts | undefined;
  variants: NonNullable<Row['variants']>;
}

/** Views are made once for each server and workload, and shared by all their heatmaps. */
function namesOf(row: Row): Names {
  const servers = new Map(
    Object.entries(row.servers ?? {}).map(([id, server]) => [id, toServerView(server)]),
  );
  const workloads = new Map<string, WorkloadFacts>();
  return {
    server: (id) => servers.get(String(id)),
    workload(id, origin) {
      const key = `${id} ${origin}`;
      const stored = row.workloads?.[id];
      const view = workloads.get(key) ?? (stored && toFacts(stored, origin));
      if (view) workloads.set(key, view);
      return view;
    },
    variants: row.variants ?? {},
  };
}

/** One entry for each product of a heatmap. */
function toProductHeatmaps(names: Names, heatmap: HeatmapRow): ProductHeatmap[] {
  const [serverId, workloadId, variantIds, origins, latest] = heatmap;
  const server = names.server(serverId);
  const workload = names.workload(workloadId, originOf(origins));
  // Foreign keys make sure that both are there.
  if (!server || !workload) return [];
  const versions = new Map<string, Set<string>>();
  for (const id of variantIds) {
    const [product, version] = names.variants[id] ?? [];
    if (product === undefined || version === undefined) continue;
    const own = versions.get(product);
    if (own) own.add(version);
    else versions.set(product, new Set([version]));
  }
  const latestRunAt = new Date(latest).toISOString();
  return [...versions].map(([product, own]) => ({
    product,
    server,
    workload,
    versions: [...own],
    latestRunAt,
  }));
}

function toFacts(row: WorkloadRow, origin: Origin): WorkloadFacts {
  const { tables, rowsPerTable, primaryKey, cached } = row;
  return {
    ...toWorkloadView(row, origin),
    tables,
    rowsPerTable: rowsPerTable === null ? null : Number(rowsPerTable),
    primaryKey,
    cached,
  };
}
