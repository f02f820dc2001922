import type { BenchmarkId } from '@basecase/ingest/model';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import { findServer } from '../servers/find-server';
import type { Origin, RunView } from '../types';
import type { RunFacets, RunFilter, RunListPage } from '../types/runs';
import { JOIN_BUILDS, VERSION_TEXT } from './build-sql';
import { searchWords } from './search-words';
import { type HeatmapRow, SERVER_JSON, toHeatmapViews, WORKLOAD_JSON } from './views';

const PAGE_SIZE = 50;

const JOIN_NAMES = `
JOIN servers ON servers.id = runs.server_id
JOIN workloads ON workloads.id = runs.workload_id
JOIN variants ON variants.id = runs.variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = variants.version_id
LEFT JOIN configs ON configs.id = variants.config_id
${JOIN_BUILDS}`;

const CHOSEN = `($1::text IS NULL OR $1 = ANY (heatmaps.products))
  AND ($2::int IS NULL OR heatmaps.server_id = $2)
  AND ($3::text IS NULL OR heatmaps.workload_id IN (SELECT id FROM workloads WHERE benchmark_id = $3))`;

/**
 * How many runs there are, from the rows of heatmaps: only where products stand side by side in one are its runs
 * counted.
 */
const COUNTED = `
SELECT (SELECT coalesce(sum(run_count), 0) FROM heatmaps
    WHERE ($1::text IS NULL OR cardinality(products) = 1) AND ${CHOSEN})
  + (SELECT count(*) FROM heatmaps JOIN runs ON runs.heatmap_id = heatmaps.id JOIN variants ON variants.id = variant_id
    WHERE $1::text IS NOT NULL AND cardinality(heatmaps.products) <> 1 AND ${CHOSEN}
      AND variants.product_id = (SELECT id FROM products WHERE name = $1))`;

/** The searchable names of a run: its label and the names of its variant, server and workload. */
const NAMED_TEXT = `concat_ws(' ', lower(runs.label), variant_names.text, lower(servers.name), workload_names.text)`;

const MATCH_NAMES = `
WITH variant_names AS MATERIALIZED (
  SELECT variants.id, lower(concat_ws(' ', products.name, ${VERSION_TEXT}, flavour, configs.name,
    builds.commit, builds.branch)) AS text
  FROM variants
  JOIN products ON products.id = variants.product_id
  JOIN versions ON versions.id = version_id
  LEFT JOIN configs ON configs.id = config_id
  ${JOIN_BUILDS}
), workload_names AS MATERIALIZED (
  SELECT id, lower(concat_ws(' ', benchmark_id, label)) AS text FROM workloads
), matching AS (
  SELECT runs.heatmap_id, runs.id, runs.at FROM runs
  JOIN variant_names ON variant_names.id = variant_id
  JOIN workload_names ON workload_names.id = workload_id
  JOIN servers ON servers.id = server_id
  WHERE ${NAMED_TEXT} LIKE ALL ($4::text[]) AND ${NAMED_TEXT} NOT LIKE ALL ($5::text[])`;

/** Matches all runs without words, so that the parameters stay the same. */
const MATCH_ALL = `
WITH matching AS (
  SELECT heatmap_id, id, at FROM runs
  WHERE cardinality($4::text[] || $5::text[]) = 0`;

/**
 * The values are known when the query is planned, so a filter that is not asked for costs nothing: without words no
 * name is looked up. Names are put together once each, not once for each run; the page is cut before results are
 * counted. On a cluster each node looks for the words in its own runs: a separate subquery would collect all of them on
 * one node.
 */
const listRunsSql = (hasWords: boolean) => `${hasWords ? MATCH_NAMES : MATCH_ALL}
    AND ($1::text IS NULL OR variant_id IN (
      SELECT variants.id FROM variants JOIN products ON products.id = product_id WHERE products.name = $1))
    AND ($2::int IS NULL OR server_id = $2)
    AND ($3::text IS NULL OR workload_id IN (SELECT id FROM workloads WHERE benchmark_id = $3))
), page AS (
  SELECT heatmap_id, id, at FROM matching
  WHERE $6::timestamptz IS NULL OR (at, id) < ($6, $7)
  ORDER BY at DESC, id DESC
  LIMIT $8
)
SELECT (${hasWords ? 'SELECT count(*) FROM matching' : COUNTED})::int AS total,
  (SELECT json_agg(json_build_object('id', runs.id::text, 'label', runs.label, 'product', products.name,
      'version', ${VERSION_TEXT}, 'flavour', variants.flavour, 'config', configs.name, 'server', ${SERVER_JSON},
      'workload', ${WORKLOAD_JSON}, 'origin', uploads.origin, 'columnSlug', variants.slug,
      'at', extract(epoch FROM runs.at) * 1000,
      'results', (SELECT count(*) FROM results WHERE results.heatmap_id = runs.heatmap_id AND run_id = runs.id))
      ORDER BY page.at DESC, page.id DESC)
   FROM page
   JOIN runs USING (heatmap_id, id)
   JOIN uploads ON uploads.id = runs.upload_id ${JOIN_NAMES}) AS runs`;

interface Row extends HeatmapRow, Omit<RunView, 'server' | 'workload' | 'at'> {
  origin: Origin;
  /** Milliseconds. */
  at: number;
}

/**
 * Runs, the newest first, a page at a time. A page stays stable while new runs arrive.
 *
 * @throws NotFoundError for a cursor that is none
 */
export async function listRuns(database: Database, filter: RunFilter = {}): Promise<RunListPage> {
  const { search = '', product = null, server = null, benchmark = null, cursor, limit = PAGE_SIZE } = filter;
  const { wanted, unwanted } = searchWords(search);
  const { rows: answers } = await database.pool.query<{ total: number; runs: Row[] | null }>(
    listRunsSql(wanted.length + unwanted.length > 0),
    [
      product,
      server === null ? null : await findServer(database, server),
      benchmark,
      wanted,
      unwanted,
      ...parseCursor(cursor),
      limit + 1,
    ],
  );
  const { total, runs } = answers[0] ?? { total: 0, runs: null };
  const page = (runs ?? []).slice(0, limit);
  const last = page.at(-1);
  return {
    runs: page.map(toRunView),
    total,
    next: (runs ?? []).length > limit && last ? `${last.at}-${last.id}` : null,
  };
}

/** The filters that would find something. */
export async function listRunFacets(database: Database): Promise<RunFacets> {
  const { rows } = await database.pool.query<RunFacets>(`
SELECT
  ARRAY(SELECT name FROM products WHERE EXISTS (SELECT FROM heatmaps WHERE products.name = ANY (heatmaps.products))
    ORDER BY name) AS products,
  ARRAY(SELECT json_build_object('slug', slug, 'name', name, 'cores', cores) FROM servers
    WHERE EXISTS (SELECT FROM heatmaps WHERE server_id = servers.id AND run_count > 0) ORDER BY name) AS servers,
  ARRAY(SELECT id FROM benchmarks WHERE EXISTS (
    SELECT FROM workloads JOIN heatmaps ON heatmaps.workload_id = workloads.id WHERE benchmark_id = benchmarks.id AND run_count > 0)
    ORDER BY name) AS benchmarks`);
  // Only the importer writes benchmarks, from the type of their ids.
  return rows[0] ?? { products: [], servers: [], benchmarks: [] as BenchmarkId[] };
}

function toRunView({ origin, at, ...row }: Row): RunView {
  return { ...row, ...toHeatmapViews(row, [origin]), at: new Date(at).toISOString() };
}

/** `1763692200000-17`: time and id of the last run of a page. */
function parseCursor(cursor: string | undefined): [at: Date | null, id: number | null] {
  if (cursor === undefined) return [null, null];
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new NotFoundError(`No page of runs "${cursor.slice(0, 80)}".`);
  return [new Date(Number(at)), Number(id)];
}
