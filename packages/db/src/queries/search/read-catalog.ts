import type { Database } from '../../database';
import { type ListedHeatmap, readHeatmapList } from '../../epochs/heatmap-list';
import type {
  SearchCatalog,
  SearchedCounts,
  SearchHeatmap,
  SearchTest,
  SearchVariant,
} from '../../types/search';
import { BUILD_ORDER, JOIN_BUILDS, VERSION_TEXT } from '../build-sql';
import { testsOf } from '../heatmaps/list-heatmaps';
import { listServers } from '../list-servers';
import { originOf, toWorkloadView } from '../views';

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
  (SELECT json_agg(json_build_object('id', id, 'benchmark', benchmark_id, 'key', key, 'name', name, 'range', "range")
     ORDER BY benchmark_id, position, name, "range") FROM tests WHERE NOT warmup) AS tests,
  (SELECT json_agg(json_build_object('id', id, 'slug', slug, 'product', product, 'version', version,
     'flavour', flavour, 'config', config, 'known', known) ORDER BY place) FROM placed) AS variants`;

interface Row {
  tests: SearchTest[] | null;
  variants: SearchVariant[] | null;
}

const COUNT = `
SELECT (SELECT count(*)::int FROM regressions WHERE withdrawn_at IS NULL AND merged_into_id IS NULL) AS records,
  (SELECT count(*)::int FROM uploads) AS uploads`;

/** How many records and uploads a search looks in: counts all of them, for searches without a result. */
export async function countSearched({ pool }: Database): Promise<SearchedCounts> {
  const { rows } = await pool.query<SearchedCounts>({ name: 'searched-counts', text: COUNT });
  return rows[0] ?? { records: 0, uploads: 0 };
}

/**
 * The names that a search looks in. It costs what a list of heatmaps costs, and is the same until something is
 * written.
 */
export async function readSearchCatalog(database: Database): Promise<SearchCatalog> {
  const [list, servers, { rows }] = await Promise.all([
    readHeatmapList(database),
    listServers(database),
    database.pool.query<Row>({ name: 'search-catalog', text: READ_CATALOG }),
  ]);
  const [row] = rows;
  const order = orderOf((row?.variants ?? []).map(({ id }) => id));
  const heatmaps = list.heatmaps.map((heatmap) => toHeatmap(heatmap, order));
  const origins = new Map(heatmaps.map(({ workloadId, origin }) => [workloadId, origin]));
  const serverIds = new Map([...list.servers].map(([id, { slug }]) => [slug, id]));
  return {
    servers: servers.flatMap((server) => {
      const id = serverIds.get(server.slug);
      return id === undefined ? [] : [{ ...server, id }];
    }),
    workloads: [...list.workloads].flatMap(([id, workload]) => {
      const origin = origins.get(id);
      return origin ? [{ ...toWorkloadView(workload, origin), id }] : [];
    }),
    tests: row?.tests ?? [],
    variants: row?.variants ?? [],
    heatmaps,
  };
}

/** Variants in the order of releases, and those of each heatmap as they were put in it. */
interface VariantOrder {
  ids: readonly number[];
  places: ReadonlyMap<number, number>;
  /** Rows of heatmaps are replaced when they are written. */
  sorted: WeakMap<ListedHeatmap, number[]>;
}

let last: VariantOrder = { ids: [], places: new Map(), sorted: new WeakMap() };

/**
 * The last one as long as no version came: putting the variants of all heatmaps in order takes longer than all else.
 */
function orderOf(ids: readonly number[]): VariantOrder {
  const isSame = ids.length === last.ids.length && ids.every((id, place) => last.ids[place] === id);
  if (!isSame) last = { ids, places: new Map(ids.map((id, place) => [id, place])), sorted: new WeakMap() };
  return last;
}

function toHeatmap(heatmap: ListedHeatmap, { places, sorted }: VariantOrder): SearchHeatmap {
  const { serverId, workloadId, origins, latestRunAt, lines } = heatmap;
  const placeOf = (id: number) => places.get(id) ?? 0;
  const variants = sorted.get(heatmap) ?? heatmap.variantIds.toSorted((a, b) => placeOf(a) - placeOf(b));
  sorted.set(heatmap, variants);
  const tests = testsOf(heatmap);
  return { serverId, workloadId, lines, variants, origin: originOf(origins), latestRunAt, tests };
}
