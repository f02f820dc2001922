import type {
  BenchmarkId,
  Build,
  Measurement,
  MetricId,
  NormalizedResult,
  NormalizedRun,
  ResultStatus,
  Rounds,
  RunFacts,
  ServerKind,
} from '@basecase/ingest/model';
import type { Database } from '../database';
import { campaignOf } from '../queries/campaigns';
import { parseId } from '../queries/parse-id';
import type { HeatmapAddress } from '../types/servers';

const RUN = {
  server: true,
  workload: true,
  upload: { select: { id: true, filename: true, settings: true } },
  variant: { include: { product: true, version: true, config: true, build: true } },
} as const;

/**
 * Ids of the runs of a heatmap in the order of their columns' names and times.
 *
 * @param columns slugs of the columns; null: all
 */
export async function listRunIds(
  { pool }: Database,
  { server, workload }: HeatmapAddress,
  columns: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT runs.id::text FROM runs
     JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
     JOIN variants ON variants.id = variant_id
     WHERE servers.slug = $1 AND workloads.slug = $2 AND ($3::text[] IS NULL OR variants.slug = ANY ($3))
     ORDER BY variants.slug, runs.at, runs.id`,
    [server, workload, columns],
  );
  return rows.map(({ id }) => id);
}

/**
 * Stored runs as they count now, with the corrections in force, one after the other: as if they had just been read. A run
 * that goes meanwhile is left out.
 *
 * @throws NotFoundError for what is no id of a run
 */
export async function* loadRuns(database: Database, ids: readonly string[]): AsyncGenerator<NormalizedRun> {
  for (const id of ids) {
    const run = await loadRun(database, parseId(id, 'run'));
    if (run) yield run;
  }
}

async function loadRun(database: Database, id: number): Promise<NormalizedRun | null> {
  const run = await database.prisma.run.findUnique({ where: { id }, include: RUN });
  if (!run) return null;
  const { server, workload, variant, upload } = run;
  const { rowsPerTable } = workload;
  return {
    label: run.label,
    path: run.path,
    // Only the importer writes benchmarks, from this type.
    benchmark: workload.benchmarkId as BenchmarkId,
    variant: {
      product: variant.product.name,
      version: variant.version.name,
      versionKnown: variant.version.known,
      flavour: variant.flavour,
      config: variant.config?.name ?? null,
      ...(variant.build && { build: toBuild(variant.build) }),
    },
    workload: {
      tables: workload.tables,
      rowsPerTable: rowsPerTable === null ? null : Number(rowsPerTable),
      clients: workload.clients,
      primaryKey: workload.primaryKey,
      cached: workload.cached,
      label: workload.label ?? publishedLabel(workload),
    },
    server: {
      name: server.name,
      cores: server.cores,
      cpu: server.cpu,
      memoryBytes: server.memoryBytes === null ? null : Number(server.memoryBytes),
      storage: server.storage,
      os: server.os,
      // A constraint allows no other kinds.
      kind: server.kind as ServerKind | null,
    },
    cores: server.cores,
    campaign: campaignOf(run, upload),
    startedAt: run.startedAt?.toISOString() ?? null,
    notes: run.notes,
    facts: run.facts as RunFacts,
    // Written by storeRun(), from the same type.
    ...(run.rounds !== null && { rounds: run.rounds as unknown as Rounds }),
    isSummary: run.isSummary,
    results: await loadResults(database, id),
  };
}

/** Figures of a report are named after it; ratios are said to be ratios, and to what. */
function publishedLabel({
  publishedTitle,
  publishedBase,
}: {
  publishedTitle: string | null;
  publishedBase: string | null;
}) {
  if (publishedTitle === null) return null;
  return publishedBase === null ? publishedTitle : `${publishedTitle}, ratios to ${publishedBase}`;
}

interface StoredBuild {
  commit: string | null;
  branch: string | null;
  committedAt: Date | null;
  number: number | null;
  url: string | null;
  repositoryUrl: string | null;
  commitUrl: string | null;
}

function toBuild({ commit, branch, committedAt, number, url, repositoryUrl, commitUrl }: StoredBuild): Build {
  const repository = repositoryUrl === null && commitUrl === null ? null : { url: repositoryUrl, commitUrl };
  return { commit, branch, committedAt: committedAt?.toISOString() ?? null, number, url, repository };
}

const RESULTS = `
SELECT tests.name AS test, tests.range, repeat, status, results.unit, clients, command, tool, device,
  (SELECT json_agg(json_build_array(metric, value, measurements.unit, source, formula, artifacts.path, line, line_end,
     doubt IS NOT NULL) ORDER BY metric, source)
   FROM measurements LEFT JOIN artifacts ON artifacts.id = artifact_id WHERE result_id = results.id) AS measurements
FROM results JOIN tests ON tests.id = test_id WHERE run_id = $1 ORDER BY tests.position, tests.key, repeat`;

type MeasurementTuple = [
  metric: MetricId,
  value: number,
  unit: string,
  source: Measurement['source'],
  formula: string | null,
  file: string | null,
  line: number | null,
  lineEnd: number | null,
  isDoubtful: boolean,
];

interface ResultRow extends Omit<NormalizedResult, 'measurements' | 'status'> {
  status: ResultStatus;
  measurements: MeasurementTuple[] | null;
}

async function loadResults({ pool }: Database, runId: number): Promise<NormalizedResult[]> {
  const { rows } = await pool.query<ResultRow>(RESULTS, [runId]);
  return rows.map(({ measurements, ...result }) => ({
    ...result,
    // What is doubted counts nowhere, and has no place in an export.
    measurements: (measurements ?? [])
      .filter(([, , , , , , , , isDoubtful]) => !isDoubtful)
      .map(toMeasurement),
  }));
}

/** Figures that were copied from a report have no file: their line is 1 of none. */
function toMeasurement([
  metric,
  value,
  unit,
  source,
  formula,
  file,
  line,
  lineEnd,
]: MeasurementTuple): Measurement {
  return { metric, value, unit, source, formula, file: file ?? '', line: line ?? 1, lineEnd: lineEnd ?? 1 };
}
