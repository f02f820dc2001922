import {
  type ConfigLines,
  FAILURE_METRICS,
  findNoise,
  looksCached,
  type Matrix,
  type Noise,
  type NoiseRun,
  needsPooling,
  poolNoise,
  withConfigLines,
} from '@basecase/analysis';
import { type BenchmarkId, HEATMAP_METRICS, type MetricId, type RunFacts } from '@basecase/ingest/model';
import type { Pool, PoolClient } from 'pg';
import { heatmapIdsOf } from '../epochs/heatmap-ids';
import { CAMPAIGN_SQL, campaignKey, carriersJson } from '../queries/campaigns';
import { buildView } from '../queries/heatmaps/build-view';
import { cellsJson, runsJson, testsJson } from '../queries/heatmaps/heatmap-sql';
import type { CellRow, ColumnRow, TestRow } from '../queries/heatmaps/view-rows';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import { findRow, listRows } from '../rows';
import type { CompareColumn, Origin, ServerView, WorkloadView } from '../types';

/** A run of a heatmap with what a verdict needs to know of it. */
export interface HeatmapRun extends ColumnRow {
  cells: CellRow[] | null;
  /** ISO 8601. */
  at: string;
  uploadId: number;
  /** Name of what it was measured with; null: its upload is the campaign. */
  campaign: string | null;
  /** Further uploads that carried it, each with the campaign that it names; null: none. */
  carriers: { campaign: string | null; uploadId: number }[] | null;
  filename: string;
  origin: Origin;
  parserVersion: number | null;
  productId: number;
  versionId: number;
  /** Its place among releases is known; of a build that of its time is enough, whatever its line is called. */
  versionKnown: boolean;
  sortKey: string;
  /** Somebody marked it as bad: it counts for nothing. */
  isExcluded: boolean;
  /** Of machine and compiler at its time. */
  facts: RunFacts;
}

/** An exclusion that is in force: other null takes the run out of everything. */
export interface ExclusionRow {
  id: number;
  run: number;
  other: number | null;
  reason: string;
}

/** A workload on a server: everything that its verdicts follow from. */
export interface Heatmap {
  /** Null: nothing was ever stored of it. */
  heatmapId: number | null;
  serverId: number;
  workloadId: number;
  server: ServerView;
  workload: WorkloadView;
  benchmark: BenchmarkId;
  /** Null if unknown. */
  cached: boolean | null;
  /** Every run, bad ones too, in column order. */
  runs: HeatmapRun[];
  tests: TestRow[];
  exclusions: ExclusionRow[];
  /** Other workloads of its benchmark on its server, where it has too few tests to tell its noise alone. */
  others: readonly Heatmap[];
  /** Configs that continue each other, as of the last evaluation; null: it was before there were lines. */
  lines: ConfigLines | null;
  /** A decision about its lines waits for an evaluation. */
  isDecided: boolean;
  wasEvaluated: boolean;
  /** The newest run that it was judged with; null: not noted. */
  judgedRunId: number | null;
}

/** Throughput, what explains it and what speaks against it: what a verdict is made of. */
export const VERDICT_METRICS: readonly MetricId[] = [...HEATMAP_METRICS, 'steal', ...FAILURE_METRICS];

/** Fields that a verdict needs in addition to the cells. */
const RUN_FIELDS = `'at', view_runs.at, 'uploadId', upload_id, 'campaign', campaign, 'carriers', carriers, 'filename', filename,
  'origin', origin, 'parserVersion', parser_version, 'productId', products.id,
  'facts', facts, 'versionId', versions.id, 'versionKnown', versions.known OR variants.build_id IS NOT NULL,
  'sortKey', versions.sort_key,
  'isExcluded', EXISTS (SELECT FROM excluded WHERE run_id = view_runs.id AND other_id IS NULL)`;

/** The newest nights tell the noise of releases, and no more of them are read for that. */
const NIGHTS_OF_NOISE = 60;

/**
 * As the compare query it walks from runs to results to numbers in correlated subqueries, each step over an index: its
 * cost follows the size of the heatmap, whatever else is stored.
 */
const HEATMAP_QUERY = `
WITH view_runs AS MATERIALIZED (
  SELECT runs.id, runs.variant_id, runs.label, runs.at, runs.facts, runs.rounds, uploads.id AS upload_id, uploads.filename, uploads.origin,
    uploads.parser_version, ${CAMPAIGN_SQL} AS campaign, ${carriersJson('$1')} AS carriers,
    ${cellsJson()} AS cells
  FROM runs
  JOIN uploads ON uploads.id = runs.upload_id
  WHERE runs.heatmap_id = $1
    AND ($2::boolean OR runs.variant_id IN (SELECT id FROM variants WHERE build_id IS NULL)
      OR runs.id IN (SELECT nights.id FROM runs AS nights JOIN variants ON variants.id = nights.variant_id
        WHERE nights.heatmap_id = $1 AND build_id IS NOT NULL ORDER BY nights.at DESC, nights.id DESC LIMIT ${NIGHTS_OF_NOISE}))
), excluded AS MATERIALIZED (
  SELECT id, run_id, other_id, reason FROM noise_exclusions
  WHERE noise_exclusions.heatmap_id = $1 AND removed_at IS NULL AND run_id IN (SELECT id FROM view_runs)
)
SELECT ${HEATMAP_COLUMNS}, workloads.cached,
  ${runsJson(RUN_FIELDS)} AS runs,
  ${testsJson('workloads.benchmark_id')} AS tests,
  (SELECT json_agg(json_build_object('id', id, 'run', run_id, 'other', other_id, 'reason', reason)) FROM excluded)
    AS exclusions,
  heatmaps.lines, heatmaps.lines_decided_at IS NOT NULL AS "isDecided",
  heatmaps.evaluated_at IS NOT NULL AS "wasEvaluated", heatmaps.judged_run_id::float8 AS "judgedRunId"
FROM servers CROSS JOIN workloads LEFT JOIN heatmaps ON heatmaps.id = $1
WHERE servers.id = $4 AND workloads.id = $5`;

interface Row extends HeatmapRow {
  cached: boolean | null;
  runs: HeatmapRun[] | null;
  tests: TestRow[] | null;
  exclusions: ExclusionRow[] | null;
  lines: ConfigLines | null;
  isDecided: boolean;
  wasEvaluated: boolean;
  judgedRunId: number | null;
}

/**
 * One heatmap with all of its runs, each of them apart.
 *
 * @param options nights: false leaves out the runs of builds but the newest, which tell the noise of releases; others: false
 *   leaves out other workloads
 * @returns null when the server or the workload is gone; one without runs has none
 */
export async function loadHeatmap(
  client: Pick<Pool | PoolClient, 'query'>,
  { serverId, workloadId }: { serverId: number; workloadId: number },
  {
    metrics = VERDICT_METRICS,
    nights = true,
    others = true,
  }: { metrics?: readonly MetricId[]; nights?: boolean; others?: boolean } = {},
): Promise<Heatmap | null> {
  // Null where nothing was ever stored: it has no runs.
  const heatmapId = (await heatmapIdsOf(client, serverId, [workloadId])).get(workloadId) ?? null;
  const row = await findRow<Row>(client, {
    name: 'heatmap-runs',
    text: HEATMAP_QUERY,
    values: [heatmapId, nights, metrics, serverId, workloadId],
  });
  if (!row) return null;
  const runs = (row.runs ?? []).map((run) => ({ ...run, at: new Date(run.at).toISOString() }));
  const origins = [...new Set(runs.map(({ origin }) => origin))];
  const { server, workload } = toHeatmapViews(row, origins);
  return {
    heatmapId,
    serverId,
    workloadId,
    server,
    workload,
    benchmark: workload.benchmark,
    cached: row.cached,
    runs,
    tests: row.tests ?? [],
    exclusions: row.exclusions ?? [],
    others:
      others && needsPooling(row.tests?.length ?? 0)
        ? await loadOthers(client, { serverId, workloadId })
        : [],
    lines: row.lines,
    isDecided: row.isDecided,
    wasEvaluated: row.wasEvaluated,
    judgedRunId: row.judgedRunId,
  };
}

/** More other workloads would tell little more of the server. */
const MOST_OTHERS = 20;

const OTHERS = `
SELECT others.workload_id AS "workloadId" FROM heatmaps AS others
JOIN workloads AS other ON other.id = others.workload_id
JOIN workloads AS asked ON asked.id = $2 AND asked.benchmark_id = other.benchmark_id
WHERE others.server_id = $1 AND other.id <> $2 AND others.run_count > 0 AND other.published_title IS NULL
ORDER BY others.latest_run_at DESC, other.id LIMIT ${MOST_OTHERS}`;

/** Workloads of the same benchmark on the same server, those with the newest runs first. */
async function loadOthers(
  client: Pick<Pool | PoolClient, 'query'>,
  { serverId, workloadId }: { serverId: number; workloadId: number },
): Promise<Heatmap[]> {
  const others: Heatmap[] = [];
  for (const key of await listRows<{ workloadId: number }>(client, OTHERS, [serverId, workloadId])) {
    const options = { metrics: ['throughput', 'cs_per_op'] as const, nights: false, others: false };
    const other = await loadHeatmap(client, { serverId, ...key }, options);
    if (other) others.push(other);
  }
  return others;
}

/** A column of a heatmap, with the ids and the place that records name it by. */
export interface HeatmapColumn extends CompareColumn {
  variantId: number;
  sortKey: string;
  /** ISO 8601, of its newest run; and what that run says of machine and compiler. */
  at: string;
  facts: RunFacts;
}

/** Columns of variants, the medians over their runs, on their lines; bad runs are left out. */
export function variantMatrix({ runs, tests, benchmark, lines }: Heatmap): Matrix<HeatmapColumn> {
  const kept = runs.filter(({ isExcluded }) => !isExcluded);
  const matrix = buildView(kept.map(toColumnRow), tests, benchmark);
  const bySlug = new Map(kept.map((run) => [run.slug, run]));
  const columns = matrix.columns.flatMap((column): HeatmapColumn[] => {
    const run = bySlug.get(column.slug);
    if (!run) return [];
    const { variantId, sortKey, at, facts } = run;
    return [{ ...column, variantId, sortKey, at, facts }];
  });
  return { ...matrix, columns: withConfigLines(columns, lines?.lines ?? []) };
}

/** A run, or one repeat of it. */
export interface HeatmapRepeat extends HeatmapRun {
  /** From 1; null: the tests of the run ran once. */
  repeat: number | null;
}

/** A column for each repeat of each run, bad ones too, in the order of `runs`: what A/A pairs are looked for in. */
function repeatMatrix({ runs, tests, benchmark }: Heatmap): Matrix<HeatmapRepeat> {
  const columns = runs.flatMap(repeatsOf);
  const apart = columns.map((column, index) => ({ ...toColumnRow(column), variantId: index }));
  return { ...buildView(apart, tests, benchmark), columns };
}

function repeatsOf(run: HeatmapRun): HeatmapRepeat[] {
  // Slices of a few seconds in turn with other versions are one run together, and the repeats of a night are one night.
  if (run.rounds || run.build) return [{ ...run, repeat: null }];
  const repeats = [...new Set((run.cells ?? []).map(([, , , , , repeat = 1]) => repeat))].toSorted(
    (a, b) => a - b,
  );
  if (repeats.length < 2) return [{ ...run, repeat: null }];
  return repeats.map((repeat) => ({
    ...run,
    repeat,
    cells: (run.cells ?? []).filter(([, , , , , own = 1]) => own === repeat),
  }));
}

/** A run as a column of a view. */
export function toColumnRow(run: HeatmapRun): ColumnRow & { cells: CellRow[] | null } {
  const { runId, variantId, slug, label, product, version, flavour, config, build, rounds, cells } = run;
  const variant = { slug, label, product, version, flavour, config, ...(build && { build }) };
  return { runId, variantId, ...variant, ...(rounds && { rounds }), cells };
}

/**
 * The noise of a heatmap from its runs. A campaign is the named one, else an upload: runs sent together were measured
 * together. Whether the workload is cached is derived from its reads if not specified.
 */
export function heatmapNoise(whole: Heatmap): Noise {
  const others = whole.others.map((other) => ({ workload: other.workload.slug, noise: noiseOfRuns(other) }));
  return poolNoise(noiseOfRuns(whole), others);
}

function noiseOfRuns(whole: Heatmap): Noise {
  // The same nights, whether all of them were read or not.
  const nights = whole.runs
    .filter(({ build }) => build)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.runId - a.runId)
    .slice(0, NIGHTS_OF_NOISE);
  const newest = new Set(nights);
  const heatmap = { ...whole, runs: whole.runs.filter((run) => !run.build || newest.has(run)) };
  const matrix = withOneSource(repeatMatrix(heatmap), heatmap);
  const columns = matrix.columns.map(
    ({ runId, repeat, label, product, version, flavour, config, build, at, facts, ...run }): NoiseRun => ({
      id: String(runId),
      repeat,
      label,
      product,
      version,
      flavour,
      config,
      ...(build && { build }),
      campaigns: [run, ...(run.carriers ?? [])].map(campaignKey),
      at,
      facts,
    }),
  );
  return findNoise(
    { ...matrix, columns },
    {
      benchmark: heatmap.benchmark,
      clients: heatmap.workload.clients,
      cached: heatmap.cached ?? looksCached(matrix),
      server: heatmap.server.kind ?? null,
      exclusions: heatmap.exclusions.map(({ run, other, reason }) => ({
        run: String(run),
        other: other === null ? null : String(other),
        reason,
      })),
    },
  );
}

/** The 1.00 of the base of a published table of ratios is computed, and the same kind of number as the others. */
function withOneSource<Column>(matrix: Matrix<Column>, { workload }: Heatmap): Matrix<Column> {
  const { throughput } = matrix.sources;
  if (workload.relativeTo === null || !throughput) return matrix;
  const same = throughput.map((row) => row.map((source) => (source === '-' ? source : 'reported')));
  return { ...matrix, sources: { ...matrix.sources, throughput: same } };
}
