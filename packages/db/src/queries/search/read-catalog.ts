import type { Database } from '../../database';
import type { SearchCatalog, SearchHeatmap, SearchTest, SearchVariant } from '../../types/search';
import { BUILD_ORDER, JOIN_BUILDS, VERSION_TEXT } from '../build-sql';
import type { HeatmapRow } from '../heatmaps/list-product-heatmaps';
import { listServers } from '../list-servers';
import { originOf, toWorkloadView, WORKLOAD_JSON, type WorkloadRow } from '../views';

/**
 * Names only: reads the rows of heatmaps, no run and no result. Order of the heatmaps is that of
 * their newest run, order of variants that of products and releases.
 */
const READ_CATALOG = `
WITH placed AS MATERIALIZED (
  SELECT variants.id, variants.slug, products.name AS product, ${VERSION_TEXT} AS version, flavour,
    configs.name AS config, versions.known,
    row_number() OVER (ORDER BY products.name, versions.sort_key, flavour NULLS FIRST, configs.sort_key NULLS FIRST,
      ${BUILD_ORDER}) AS place
  FROM variants
  JOIN products ON products.id = variants.product_id
  JOIN versions ON versions.id = version_id
  LEFT JOIN configs ON configs.id = config_id
  ${JOIN_BUILDS}
)
SELECT
  (SELECT json_object_agg(slug, id) FROM servers) AS "serverIds",
  (SELECT json_agg(json_build_object('id', id, 'row', ${WORKLOAD_JSON})) FROM workloads) AS workloads,
  (SELECT json_agg(json_build_object('id', id, 'benchmark', benchmark_id, 'key', key, 'name', name, 'range', "range")
     ORDER BY benchmark_id, position, name, "range") FROM tests WHERE NOT warmup) AS tests,
  (SELECT json_agg(json_build_object('id', id, 'slug', slug, 'product', product, 'version', version,
     'flavour', flavour, 'config', config, 'known', known) ORDER BY place) FROM placed) AS variants,
  (SELECT json_agg(json_build_array(server_id, workload_id, variant_ids, origins, latest_run_at)
     ORDER BY latest_run_at DESC, server_id, workload_id) FROM heatmaps WHERE run_count > 0) AS heatmaps,
  (SELECT count(*)::int FROM regressions WHERE withdrawn_at IS NULL AND merged_into_id IS NULL) AS records,
  (SELECT count(*)::int FROM uploads) AS uploads`;

interface Row {
  serverIds: Record<string, number> | null;
  workloads: { id: number; row: WorkloadRow }[] | null;
  tests: SearchTest[] | null;
  variants: SearchVariant[] | null;
  heatmaps: HeatmapRow[] | null;
  records: number;
  uploads: number;
}

/** The names that a search looks in. It costs what a list of heatmaps costs, and is the same until something is written. */
export async function readSearchCatalog(database: Database): Promise<SearchCatalog> {
  const [servers, { rows }] = await Promise.all([
    listServers(database),
    database.pool.query<Row>({ name: 'search-catalog', text: READ_CATALOG }),
  ]);
  const [row] = rows;
  const places = new Map((row?.variants ?? []).map(({ id }, place) => [id, place]));
  const heatmaps = (row?.heatmaps ?? []).map((heatmap) => toHeatmap(heatmap, places));
  const origins = new Map(heatmaps.map(({ workloadId, origin }) => [workloadId, origin]));
  return {
    servers: servers.flatMap((server) => {
      const id = row?.serverIds?.[server.slug];
      return id === undefined ? [] : [{ ...server, id }];
    }),
    workloads: (row?.workloads ?? []).flatMap(({ id, row: workload }) => {
      const origin = origins.get(id);
      return origin ? [{ ...toWorkloadView(workload, origin), id }] : [];
    }),
    tests: row?.tests ?? [],
    variants: row?.variants ?? [],
    heatmaps,
    records: row?.records ?? 0,
    uploads: row?.uploads ?? 0,
  };
}

/** @param places of variants in the order of releases */
function toHeatmap(
  [serverId, workloadId, variants, origins, latest]: HeatmapRow,
  places: ReadonlyMap<number, number>,
): SearchHeatmap {
  const placeOf = (id: number) => places.get(id) ?? 0;
  return {
    serverId,
    workloadId,
    variants: variants.toSorted((a, b) => placeOf(a) - placeOf(b)),
    origin: originOf(origins),
    latestRunAt: new Date(latest).toISOString(),
  };
}
