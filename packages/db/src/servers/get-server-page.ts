import { SERVER_FACTS } from '@basecase/contract/words';
import { compareVersions } from '@basecase/ingest/model';
import type { Pool } from 'pg';
import type { Database } from '../database';
import { heatmapIdsOfServer } from '../epochs/heatmap-ids';
import { NotFoundError } from '../errors';
import { iso } from '../queries/build-sql';
import { originOf, toServerView, toWorkloadView, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import type { StoredNoise } from '../regressions/noise/noise-view';
import { listRows, listViews } from '../rows';
import type { Origin } from '../types';
import type { WorkloadMergeEntry } from '../types/merges';
import type {
  FactChangeView,
  FactReading,
  MeasuredHere,
  ServerFact,
  ServerFactView,
  ServerNameView,
  ServerNoise,
  ServerPage,
} from '../types/server-page';
import type { ServerName } from '../types/workloads';
import { getServerId } from './get-server';
import { NAMES_OF_SERVERS } from './refresh-servers';

const CHANGES = `
SELECT changes.id::text AS id, fact, before, by, reason, ${iso('at')} AS at, value IS NULL AS "isTakenBack",
  -- After something was taken back, what the next change found was in force; after the last one, what is in force now.
  coalesce(value, lead(before) OVER later,
    to_jsonb(servers) ->> CASE fact WHEN 'memoryBytes' THEN 'memory_bytes' WHEN 'kind' THEN 'machine_kind' ELSE fact END) AS value,
  row_number() OVER (PARTITION BY fact ORDER BY changes.id DESC) = 1 AS "isNewest"
FROM server_fact_changes AS changes JOIN servers ON servers.id = server_id
WHERE server_id = $1
WINDOW later AS (PARTITION BY fact ORDER BY changes.id)
ORDER BY changes.id DESC`;

/** Who said what about a server, the newest first. */
function listFactChanges(pool: Pool, serverId: number): Promise<FactChangeView[]> {
  return listRows<FactChangeView>(pool, CHANGES, [serverId]);
}

/** Of each fact that uploads carried: its values, with the runs that have them. */
const READINGS = `
SELECT fact, value, "fromConfig", count(*)::int AS runs,
  ${iso('min(at)')} AS "firstAt", ${iso('max(at)')} AS "lastAt"
FROM (
  SELECT runs.at, facts.* FROM runs
  JOIN server_readings AS readings ON readings.heatmap_id = runs.heatmap_id AND readings.run_id = runs.id,
  LATERAL (VALUES ('cores', cores::text, cores_from_class), ('cpu', cpu, false),
    ('memoryBytes', memory_bytes::text, memory_from_class), ('storage', storage, false), ('os', os, false),
    ('kind', coalesce(kind, kind_seen), false)) AS facts (fact, value, "fromConfig")
  WHERE runs.heatmap_id = ANY ($1) AND facts.value IS NOT NULL
) AS readings
GROUP BY fact, value, "fromConfig" ORDER BY fact, "fromConfig", runs DESC, value`;

interface ReadingRow extends Omit<FactReading, 'fromConfig'> {
  fact: ServerFact;
  fromConfig: boolean;
}

type StoredServer = Record<ServerFact, unknown> & { id: number };

/** Every fact of a server with its source, including unknown ones. */
async function listFacts(
  pool: Pool,
  { server, changes }: { server: StoredServer; changes: readonly FactChangeView[] },
): Promise<ServerFactView[]> {
  const rows = await listViews<ReadingRow>(pool, READINGS, [await heatmapIdsOfServer(pool, server.id)]);
  return SERVER_FACTS.map((fact) => {
    const readings = rows.filter((row) => row.fact === fact).map(toReading);
    const last = changes.find((change) => change.fact === fact);
    const said = last && !last.isTakenBack ? { by: last.by, at: last.at } : null;
    const value = server[fact] === null ? null : String(server[fact]);
    return { fact, value, source: sourceOf({ value, said, readings }), said, readings };
  });
}

function sourceOf({
  value,
  said,
  readings,
}: Pick<ServerFactView, 'value' | 'said' | 'readings'>): ServerFactView['source'] {
  if (value === null) return null;
  if (said) return 'said';
  const found = readings.filter((reading) => reading.value === value);
  if (found.some(({ fromConfig }) => !fromConfig)) return 'read';
  return found.length > 0 ? 'config' : null;
}

function toReading({ value, fromConfig, fact: _, ...reading }: ReadingRow): FactReading {
  return { value, ...(fromConfig && { fromConfig }), ...reading };
}

type Counts = Pick<ServerPage, 'runs' | 'products' | 'firstRunAt' | 'latestRunAt'>;

const COUNTS = `
SELECT count(*)::int AS runs,
  coalesce(array_agg(DISTINCT products.name ORDER BY products.name) FILTER (WHERE products.name IS NOT NULL), '{}') AS products,
  ${iso('min(runs.at)')} AS "firstRunAt", ${iso('max(runs.at)')} AS "latestRunAt"
FROM runs
JOIN variants ON variants.id = variant_id
JOIN products ON products.id = variants.product_id
WHERE runs.heatmap_id = ANY ($1)`;

const OTHERS = `
SELECT slug, name, cores FROM servers
WHERE id <> $1 AND EXISTS (SELECT FROM heatmaps WHERE server_id = servers.id AND run_count > 0) ORDER BY lower(name), slug`;

/**
 * Everything known about one server: its facts with their sources, its measurements, and changes.
 *
 * @param slug of the server, or of a name that leads to it
 * @throws NotFoundError
 */
export async function getServerPage(database: Database, slug: string): Promise<ServerPage> {
  const { pool } = database;
  const id = await getServerId(pool, slug);
  const [server, [counts], others, changes, measured, noise, names, workloadMerges] = await Promise.all([
    database.prisma.server.findUnique({ where: { id } }),
    listViews<Counts>(pool, COUNTS, [await heatmapIdsOfServer(pool, id)]),
    listRows<ServerName>(pool, OTHERS, [id]),
    listFactChanges(pool, id),
    listMeasuredHere(pool, id),
    listServerNoise(pool, id),
    listServerNames(pool, id),
    listWorkloadMerges(pool, id),
  ]);
  if (!server) throw new NotFoundError(`No server "${slug}".`);
  return {
    server: toServerView(server),
    facts: await listFacts(pool, { server, changes }),
    names,
    ...(counts as Counts),
    measured,
    noise,
    workloadMerges,
    changes,
    seen: changes[0]?.id ?? '0',
    others,
  };
}

const NAMES = `
WITH RECURSIVE ${NAMES_OF_SERVERS}
SELECT names.slug, servers.name, CASE WHEN corrections.id IS NOT NULL THEN json_build_object(
  'correction', corrections.id::text, 'by', by, 'at', ${iso('corrections.at')}, 'reason', reason) END AS merge
FROM names JOIN servers ON servers.id = names.id LEFT JOIN corrections ON corrections.id = correction_id
ORDER BY correction_id NULLS FIRST`;

/** A cluster counts where the heatmaps are, and follows names in no such statement. */
const RUNS_BY_NAME = `
SELECT slug, count(*)::int AS runs FROM server_readings WHERE heatmap_id = ANY ($1) AND slug = ANY ($2) GROUP BY slug`;

/** The names under which uploads come to a server; its own is the first. */
async function listServerNames(pool: Pool, serverId: number): Promise<ServerNameView[]> {
  const rows = await listRows<Omit<ServerNameView, 'runs'>>(pool, NAMES, [[serverId]]);
  const counts = await listRows<{ slug: string; runs: number }>(pool, RUNS_BY_NAME, [
    await heatmapIdsOfServer(pool, serverId),
    rows.map(({ slug }) => slug),
  ]);
  const runs = new Map(counts.map((counted) => [counted.slug, counted.runs]));
  return rows.map(({ merge, ...name }) => ({ ...name, runs: runs.get(name.slug) ?? 0, merge }));
}

const WORKLOAD_MERGES = `
SELECT corrections.id::text AS id, by, reason, on_server_id IS NULL AS "isEverywhere",
  (SELECT ${WORKLOAD_JSON} FROM workloads WHERE id = merges.workload_id) AS "from",
  (SELECT ${WORKLOAD_JSON} FROM workloads WHERE id = merges.into_workload_id) AS "into",
  (SELECT count(*)::int FROM correction_runs JOIN run_places USING (run_id) JOIN heatmaps ON heatmaps.id = heatmap_id
   WHERE correction_id = corrections.id AND heatmaps.server_id = $1) AS runs, ${iso('at')} AS at
FROM merges JOIN corrections ON corrections.id = correction_id
WHERE in_force AND workload_id IS NOT NULL AND (on_server_id = $1 OR (on_server_id IS NULL AND EXISTS (
  SELECT FROM correction_runs JOIN run_places USING (run_id) JOIN heatmaps ON heatmaps.id = heatmap_id
  WHERE correction_id = corrections.id AND heatmaps.server_id = $1)))
ORDER BY corrections.id DESC`;

interface MergeRow extends Omit<WorkloadMergeEntry, 'from' | 'into'> {
  from: WorkloadRow;
  into: WorkloadRow;
}

/** Workloads that are merged on a server, the newest merge first. */
async function listWorkloadMerges(pool: Pool, serverId: number): Promise<WorkloadMergeEntry[]> {
  const rows = await listRows<MergeRow>(pool, WORKLOAD_MERGES, [serverId]);
  return rows.map(({ from, into, ...row }) => ({
    ...row,
    from: toWorkloadView(from, 'uploaded'),
    into: toWorkloadView(into, 'uploaded'),
  }));
}

/** Records that count today: neither withdrawn nor dismissed nor over. */
const OPEN = `withdrawn_at IS NULL AND merged_into_id IS NULL AND state NOT IN ('noise', 'fixed')`;
const POSSIBLE = `verdict LIKE 'possible%'`;

/** A count of a row of `measured`. A cluster takes no aggregate in a LATERAL. */
const openRecords = (name: string, which: string) => `(SELECT count(*)::int FROM regressions
    WHERE regressions.heatmap_id = measured.heatmap_id AND product_id = measured.product_id
    AND ${OPEN} AND ${which}) AS "${name}"`;

const MEASURED = `
WITH measured AS (
  SELECT products.id AS product_id, products.name AS product, heatmap_id, workload_id,
    array_agg(DISTINCT versions.name) AS versions, array_agg(DISTINCT uploads.origin::text) AS origins,
    count(DISTINCT runs.id)::int AS runs, min(runs.at) AS first, max(runs.at) AS latest
  FROM runs
  JOIN uploads ON uploads.id = upload_id
  JOIN variants ON variants.id = variant_id
  JOIN versions ON versions.id = variants.version_id
  JOIN products ON products.id = variants.product_id
  WHERE runs.heatmap_id = ANY ($1)
  GROUP BY products.id, products.name, heatmap_id, workload_id
)
SELECT product, ${WORKLOAD_JSON} AS workload, versions, origins, runs,
  (SELECT count(DISTINCT test_id)::int FROM results
    JOIN runs ON runs.heatmap_id = results.heatmap_id AND runs.id = results.run_id
    JOIN variants ON variants.id = variant_id
    WHERE results.heatmap_id = measured.heatmap_id AND variants.product_id = measured.product_id) AS tests,
  ${openRecords('slower', `kind = 'regression' AND stop IS NULL AND NOT ${POSSIBLE}`)},
  ${openRecords('stopped', 'stop IS NOT NULL')},
  ${openRecords('possiblySlower', `kind = 'regression' AND ${POSSIBLE}`)},
  ${openRecords('faster', `kind = 'improvement' AND NOT ${POSSIBLE}`)},
  ${openRecords('possiblyFaster', `kind = 'improvement' AND ${POSSIBLE}`)},
  ${iso('first')} AS "firstRunAt", ${iso('latest')} AS "latestRunAt"
FROM measured JOIN workloads ON workloads.id = measured.workload_id
ORDER BY product, latest DESC, workloads.slug`;

interface MeasuredRow extends Omit<MeasuredHere, 'workload'> {
  workload: WorkloadRow;
  origins: Origin[];
}

/** What was measured on a server: a row for each product and workload. */
async function listMeasuredHere(pool: Pool, serverId: number): Promise<MeasuredHere[]> {
  const rows = await listRows<MeasuredRow>(pool, MEASURED, [await heatmapIdsOfServer(pool, serverId)]);
  return rows.map(({ origins, workload, firstRunAt, latestRunAt, ...row }) => ({
    ...row,
    versions: [...row.versions].sort(compareVersions),
    workload: toWorkloadView(workload, originOf(origins)),
    firstRunAt,
    latestRunAt,
  }));
}

const NOISE = `
SELECT ${WORKLOAD_JSON} AS workload, noise
FROM heatmaps JOIN workloads ON workloads.id = workload_id
WHERE server_id = $1 AND noise IS NOT NULL AND run_count > 0
ORDER BY (noise->>'pairs')::int DESC, workloads.slug`;

/** The noise of each workload, as it was judged last; the best known first. */
async function listServerNoise(pool: Pool, serverId: number): Promise<ServerNoise[]> {
  const rows = await listRows<{ workload: WorkloadRow; noise: StoredNoise }>(pool, NOISE, [serverId]);
  return rows.map(
    ({ workload, noise: { calibrated, pairs, medianSigma, sigmas = [], runSeconds = null } }) => ({
      workload: toWorkloadView(workload, 'uploaded'),
      calibrated,
      pairs,
      medianSigma,
      tests: sigmas,
      runSeconds,
    }),
  );
}
