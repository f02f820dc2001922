import { countedResults } from '@basecase/analysis';
import {
  type BenchmarkId,
  type Doubt,
  type Measurement,
  type MetricId,
  type NormalizedResult,
  type NormalizedRun,
  type Rounds,
  type RunFacts,
  type Server,
  type ServerKind,
  testLabel,
  type Variant,
  type Workload,
} from '@basecase/ingest/model';
import type { Database } from '../database';
import { findRunPlaces } from '../epochs/heatmap-ids';
import { BUILD_JSON, JOIN_BUILDS } from '../queries/build-sql';
import { CAMPAIGN_SQL } from '../queries/campaigns';
import { parseId } from '../queries/parse-id';
import { HEATMAP_COLUMNS, type HeatmapRow, type ServerRow, type WorkloadRow } from '../queries/views';
import { getRow } from '../rows';
import type { BuildView } from '../types';
import type { RunGroup } from './list-run-groups';

/**
 * Stored runs as they count now, with the corrections in force and the numbers that count in the cells of their column,
 * one after the other. The runs of one column are held at a time.
 *
 * @throws NotFoundError for a run that is not there, or not any more: what was given until then is not all
 */
export async function* loadRuns(
  database: Database,
  groups: readonly RunGroup[],
): AsyncGenerator<NormalizedRun> {
  for (const group of groups) {
    const runs: NormalizedRun[] = [];
    for (const id of group.runs) runs.push(await loadRun(database, parseId(id, 'run'), group));
    yield* toCountedResults(runs);
  }
}

/** One statement, and so one state of the database: the run may be read again meanwhile. */
const READ_RUN = `
WITH files AS MATERIALIZED (
  SELECT id, path FROM artifacts WHERE upload_id = (SELECT run_places.upload_id FROM run_places WHERE run_id = $2)
)
SELECT runs.label, runs.path, ${HEATMAP_COLUMNS}, ${CAMPAIGN_SQL} AS campaign, runs.started_at AS "startedAt", runs.notes,
  facts, rounds, is_summary AS "isSummary", products.name AS product, versions.name AS version,
  versions.known AS "versionKnown", flavour, configs.name AS config, ${BUILD_JSON} AS build,
  (SELECT json_agg(json_build_object('test', tests.name, 'range', "range", 'repeat', repeat, 'status', status,
      'unit', results.unit, 'clients', results.clients, 'command', command, 'tool', tool, 'device', device,
      'measurements', (
        SELECT json_agg(json_build_array(metric, value, measurements.unit, source, formula, files.path, line, line_end, doubt)
          ORDER BY metric, source)
        FROM measurements LEFT JOIN files ON files.id = artifact_id
        WHERE measurements.heatmap_id = $1 AND result_id = results.id))
      ORDER BY position, tests.key, repeat)
    FROM results JOIN tests ON tests.id = test_id
    WHERE results.heatmap_id = $1 AND run_id = runs.id AND ($3::text[] IS NULL OR tests.key = ANY ($3))
      AND ($4 OR status <> 'warmup')) AS results
FROM runs
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
JOIN variants ON variants.id = variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = variants.version_id
LEFT JOIN configs ON configs.id = variants.config_id
JOIN uploads ON uploads.id = runs.upload_id
${JOIN_BUILDS}
WHERE runs.heatmap_id = $1 AND runs.id = $2`;

type MeasurementTuple = [
  metric: MetricId,
  value: number,
  unit: string,
  source: Measurement['source'],
  formula: string | null,
  file: string | null,
  line: number | null,
  lineEnd: number | null,
  doubt: Doubt | null,
];

interface ResultRow extends Omit<NormalizedResult, 'measurements'> {
  measurements: MeasurementTuple[] | null;
}

interface RunRow extends HeatmapRow, Omit<Variant, 'build'> {
  label: string;
  path: string;
  campaign: string | null;
  startedAt: Date | null;
  notes: string | null;
  facts: RunFacts;
  rounds: Rounds | null;
  isSummary: boolean;
  build: BuildView | null;
  results: ResultRow[] | null;
}

async function loadRun(
  { pool }: Database,
  id: number,
  { tests, warmups }: Omit<RunGroup, 'runs'>,
): Promise<NormalizedRun> {
  const [place] = await findRunPlaces(pool, [id]);
  const row = await getRow<RunRow>(
    pool,
    READ_RUN,
    [place?.heatmapId ?? null, id, tests, warmups],
    `No run ${id}.`,
  );
  const { product, version, versionKnown, flavour, config, build, server, rounds, results } = row;
  const { label, path, campaign, notes, facts, isSummary } = row;
  return {
    label,
    path,
    // Only the importer writes benchmarks, from this type.
    benchmark: row.workload.benchmarkId as BenchmarkId,
    variant: { product, version, versionKnown, flavour, config, ...(build && { build }) },
    workload: toWorkload(row.workload),
    server: toServer(server),
    cores: null,
    campaign,
    startedAt: row.startedAt?.toISOString() ?? null,
    notes,
    facts,
    ...(rounds && { rounds }),
    isSummary,
    results: (results ?? []).map(({ measurements, ...result }) => ({
      ...result,
      measurements: (measurements ?? []).map(toMeasurement),
    })),
  };
}

/**
 * Cores known only from the name of a config are left out: a reader of the export derives them again, marked as a
 * guess.
 */
function toServer({ name, cores, coresGuessed, cpu, memoryBytes, storage, os, kind }: ServerRow): Server {
  return {
    name,
    cores: coresGuessed ? null : cores,
    cpu,
    memoryBytes: memoryBytes === null ? null : Number(memoryBytes),
    storage,
    os,
    // A constraint allows no other kinds.
    kind: (kind ?? null) as ServerKind | null,
  };
}

/** Longest label that the open format takes. */
const MAX_LABEL = 200;

/** The title of a published table is a part of its label, and what its ratios are relative to. */
function toWorkload({ label, publishedTitle, publishedBase, ...workload }: WorkloadRow): Workload {
  const { tables, rowsPerTable, clients, primaryKey, cached } = workload;
  const base = publishedBase === null ? null : `ratios to ${publishedBase}`;
  const words = [label, publishedTitle, base].filter((word) => word !== null).join(', ');
  return {
    tables,
    rowsPerTable: rowsPerTable === null ? null : Number(rowsPerTable),
    clients,
    primaryKey,
    cached,
    label: words === '' ? null : words.slice(0, MAX_LABEL),
  };
}

/** Figures that were copied from a report have no file. */
function toMeasurement(tuple: MeasurementTuple): Measurement {
  const [metric, value, unit, source, formula, file, line, lineEnd, doubt] = tuple;
  const place = { file: file ?? '', line: line ?? 1, lineEnd: lineEnd ?? 1 };
  return { metric, value, unit, source, formula, ...place, ...(doubt && { doubt }) };
}

/**
 * The runs of a column with what counts in its cells, by the rule of cells: results whose throughput is doubtful are
 * left out where there are others, doubtful numbers everywhere, and reported numbers if computed ones exist, also in
 * other runs. So the medians over what is left are those of the heatmap.
 *
 * @param runs of one variant on one server and workload; without bad runs
 */
function toCountedResults(runs: readonly NormalizedRun[]): NormalizedRun[] {
  const cells = new Map<string, NormalizedResult[]>();
  for (const result of runs.flatMap(({ results }) => results)) {
    const key = testLabel(result.test, result.range);
    cells.set(key, [...(cells.get(key) ?? []), result]);
  }
  const counted = new Map([...cells.values()].flatMap(countedOfCell));
  return runs.flatMap((run) => {
    const results = run.results.flatMap((result) => counted.get(result) ?? []);
    return results.length === 0 ? [] : [{ ...run, results }];
  });
}

/** Results of a cell that count, each with its numbers that do. */
function countedOfCell(all: readonly NormalizedResult[]): [NormalizedResult, NormalizedResult][] {
  // Where warm-ups are shown they are compared like any other test.
  const countable = all.map((result) => ({
    result,
    status: result.status === 'warmup' ? ('ok' as const) : result.status,
  }));
  const { results } = countedResults(countable, ({ result }) => doubtedOf(result).has('throughput'));
  const believed = results.map(({ result }) => {
    const doubted = doubtedOf(result);
    return { result, numbers: result.measurements.filter(({ metric }) => !doubted.has(metric)) };
  });
  const computed = new Set(
    believed.flatMap(({ numbers }) => numbers.filter(isComputed).map(({ metric }) => metric)),
  );
  return believed.map(({ result, numbers }) => {
    const measurements = numbers.filter((one) => isComputed(one) || !computed.has(one.metric));
    return [result, { ...result, measurements }];
  });
}

function isComputed({ source }: Measurement): boolean {
  return source === 'computed';
}

/** Metrics of which a number is not believed, whatever its source. */
function doubtedOf({ measurements }: NormalizedResult): Set<string> {
  return new Set(measurements.flatMap(({ metric, doubt }) => (doubt ? [metric] : [])));
}
