import type { BenchmarkId } from '@basecase/ingest/model';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import type { Origin, RunView } from '../types';
import type { RunFacets, RunFilter, RunListPage } from '../types/runs';
import { matchesWords, searchWords } from './search-words';
import {
  SERVER_JSON,
  type ServerRow,
  toServerView,
  toWorkloadView,
  WORKLOAD_JSON,
  type WorkloadRow,
} from './views';

const PAGE_SIZE = 50;

/** What the words of a search are looked for in. */
const NAMES = `concat_ws(' ', runs.label, products.name, versions.name, variants.flavour, configs.name, servers.name,
  workloads.benchmark_id, workloads.label)`;

const MATCHING = `
FROM runs
JOIN servers ON servers.id = runs.server_id
JOIN workloads ON workloads.id = runs.workload_id
JOIN variants ON variants.id = runs.variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = variants.version_id
LEFT JOIN configs ON configs.id = variants.config_id
WHERE ($1::text IS NULL OR products.name = $1)
  AND ($2::text IS NULL OR servers.slug = $2)
  AND ($3::text IS NULL OR workloads.benchmark_id = $3)
  AND ${matchesWords(NAMES, 4)}`;

/** Nobody looks for anything: then no name has to be looked up to count. */
const COUNT_ALL = 'SELECT count(*)::int AS total FROM runs';
const COUNT = `SELECT count(*)::int AS total ${MATCHING}`;

/** The page is cut before results are counted and names are put together. */
const LIST_RUNS = `
WITH page AS (
  SELECT runs.id, runs.at ${MATCHING}
    AND ($6::timestamptz IS NULL OR (runs.at, runs.id) < ($6, $7))
  ORDER BY runs.at DESC, runs.id DESC
  LIMIT $8
)
SELECT runs.id::text, runs.label, products.name AS product, versions.name AS version, variants.flavour,
  configs.name AS config, ${SERVER_JSON} AS server, ${WORKLOAD_JSON} AS workload, uploads.origin,
  variants.slug AS "columnSlug", runs.at,
  (SELECT count(*)::int FROM results WHERE run_id = runs.id) AS results
FROM page
JOIN runs USING (id)
JOIN servers ON servers.id = runs.server_id
JOIN workloads ON workloads.id = runs.workload_id
JOIN uploads ON uploads.id = runs.upload_id
JOIN variants ON variants.id = runs.variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = variants.version_id
LEFT JOIN configs ON configs.id = variants.config_id
ORDER BY page.at DESC, page.id DESC`;

interface Row extends Omit<RunView, 'server' | 'workload' | 'at'> {
  server: ServerRow;
  workload: WorkloadRow;
  origin: Origin;
  at: Date;
}

/**
 * Runs, the newest first, a page at a time. A page stays where it is while new runs come in.
 *
 * @throws NotFoundError for a cursor that is none
 */
export async function listRuns(database: Database, filter: RunFilter = {}): Promise<RunListPage> {
  const { search = '', product = null, server = null, benchmark = null, cursor, limit = PAGE_SIZE } = filter;
  const { wanted, unwanted } = searchWords(search);
  const values = [product, server, benchmark, wanted, unwanted];
  const isAll = values.every((value) => value === null || (Array.isArray(value) && value.length === 0));
  const [{ rows }, counted] = await Promise.all([
    database.pool.query<Row>(LIST_RUNS, [...values, ...parseCursor(cursor), limit + 1]),
    database.pool.query<{ total: number }>(isAll ? COUNT_ALL : COUNT, isAll ? [] : values),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    runs: page.map(toRunView),
    total: counted.rows[0]?.total ?? 0,
    next: rows.length > limit && last ? `${last.at.getTime()}-${last.id}` : null,
  };
}

/** The filters that would find something. */
export async function listRunFacets(database: Database): Promise<RunFacets> {
  const { rows } = await database.pool.query<RunFacets>(`
SELECT
  ARRAY(SELECT name FROM products WHERE EXISTS (
    SELECT FROM variants JOIN runs ON runs.variant_id = variants.id WHERE product_id = products.id)
    ORDER BY name) AS products,
  ARRAY(SELECT json_build_object('slug', slug, 'name', name, 'cores', cores) FROM servers
    WHERE EXISTS (SELECT FROM runs WHERE server_id = servers.id) ORDER BY name) AS servers,
  ARRAY(SELECT id FROM benchmarks WHERE EXISTS (
    SELECT FROM workloads JOIN runs ON runs.workload_id = workloads.id WHERE benchmark_id = benchmarks.id)
    ORDER BY name) AS benchmarks`);
  // Only the importer writes benchmarks, from the type of their ids.
  return rows[0] ?? { products: [], servers: [], benchmarks: [] as BenchmarkId[] };
}

function toRunView({ server, workload, origin, at, ...row }: Row): RunView {
  return {
    ...row,
    server: toServerView(server),
    workload: toWorkloadView(workload, origin),
    at: at.toISOString(),
  };
}

/** `1763692200000-17`: time and id of the last run of a page. */
function parseCursor(cursor: string | undefined): [at: Date | null, id: number | null] {
  if (cursor === undefined) return [null, null];
  const [, at, id] = /^(\d{1,15})-(\d{1,9})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new NotFoundError(`No page of runs "${cursor.slice(0, 80)}".`);
  return [new Date(Number(at)), Number(id)];
}
