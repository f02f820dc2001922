import {
  type ConfigLines,
  FAILURE_METRICS,
  placeAmong,
  type SeriesVerdict,
  withConfigLines,
} from '@basecase/analysis';
import { BENCHMARKS, isGuessedName, MAIN_LATENCIES, type MetricId } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { NotFoundError } from '../../errors';
import type { CompareView, Origin } from '../../types';
import type { NightsInView } from '../../types/compare';
import type { SeriesLine } from '../../types/series';
import { iso } from '../build-sql';
import { lineKey } from '../series/night-lines';
import { badReason, HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';
import { buildView } from './build-view';
import { cellsJson, runsJson, testsJson } from './heatmap-sql';
import type { CellRow, ColumnRow, TestRow } from './view-rows';

const NIGHTS = `
SELECT products.name AS product, versions.name AS version, branch, series.flavour, configs.name AS config,
  array(SELECT variants.slug FROM unnest(columns) WITH ORDINALITY AS night (id, place)
    JOIN variants ON variants.id = night.id ORDER BY place) AS columns,
  json_object_agg(tests.key, verdict) AS verdicts
FROM series
JOIN tests ON tests.id = test_id
JOIN products ON products.id = series.product_id
JOIN versions ON versions.id = series.version_id
LEFT JOIN configs ON configs.id = series.config_id
WHERE series.heatmap_id = $1
GROUP BY products.name, versions.name, branch, series.flavour, configs.name, columns
ORDER BY 1, 2, 3, 4, 5`;

const TIMES = `
SELECT variants.slug, max(runs.at) AS at, build_id IS NULL AS "isRelease"
FROM runs JOIN variants ON variants.id = variant_id
WHERE runs.heatmap_id = $1 GROUP BY variants.id`;

interface TimeRow {
  slug: string;
  at: Date;
  isRelease: boolean;
}

interface Row extends SeriesLine {
  columns: string[];
  verdicts: Record<string, SeriesVerdict>;
}

/** The lines of nights of a heatmap as the newest evaluation judged them; all tests of a line have the same nights. */
async function listNightsInView(
  { pool }: Pick<Database, 'pool'>,
  heatmapId: number,
): Promise<NightsInView[]> {
  const { rows } = await pool.query<Row>(NIGHTS, [heatmapId]);
  const isBroken = rows.some(({ verdicts }) =>
    Object.values(verdicts).some(({ changes }) => changes.some(({ brokenBy }) => brokenBy !== null)),
  );
  const times = isBroken ? (await pool.query<TimeRow>(TIMES, [heatmapId])).rows : [];
  const atOf = new Map(times.map(({ slug, at }) => [slug, at.toISOString()]));
  return rows.map(({ columns, verdicts, ...line }) => {
    const nights = columns.map((slug) => ({ at: atOf.get(slug) ?? '' }));
    const places = times
      .filter(({ isRelease }) => isRelease)
      .map(({ slug, at }) => [slug, placeAmong(nights, at.toISOString())] as const)
      .filter(([, place]) => place > 0);
    return { line: lineKey(line), columns, verdicts, places: Object.fromEntries(places) };
  });
}

/** What the compare page switches between and lists; everything else is in the evidence of a cell. */
export const VIEW_METRICS: readonly MetricId[] = [
  ...new Set<MetricId>([
    ...BENCHMARKS.flatMap(({ heatmapMetrics }) => heatmapMetrics),
    'cpu_us_per_op',
    ...MAIN_LATENCIES,
    // Decides whether a cell is judged.
    'steal',
    ...FAILURE_METRICS,
  ]),
];

/**
 * One view in one query: server, workload, columns, tests, and one JSON array of cells per run.
 *
 * It walks from the runs of the heatmap to their results to their numbers, each step over an index. The steps are
 * correlated subqueries with an aggregate, which PostgreSQL cannot turn into a hash join over whole tables, so the
 * cost follows the size of the view whatever else is stored, and whatever the statistics say.
 */
export const COMPARE_VIEW_QUERY = `
WITH heatmap AS (
  SELECT ${HEATMAP_COLUMNS}, heatmaps.lines
  FROM heatmaps JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
  WHERE heatmaps.id = $1
), own_runs AS MATERIALIZED (
  SELECT runs.id, runs.variant_id, runs.label, runs.at, runs.rounds, runs.upload_id, uploads.origin, ${badReason('$1')} AS bad_reason
  FROM runs JOIN uploads ON uploads.id = runs.upload_id
  WHERE runs.heatmap_id = $1
), nights AS MATERIALIZED (
  SELECT variant_id, row_number() OVER (ORDER BY builds.ordered_at DESC, builds.number DESC, builds.id DESC) > $4::int
    AND NOT variants.slug = ANY ($5::text[]) AS hidden
  FROM (SELECT DISTINCT variant_id FROM own_runs) AS own
  JOIN variants ON variants.id = variant_id
  JOIN builds ON builds.id = build_id
), view_runs AS MATERIALIZED (
  SELECT runs.*, ${cellsJson('$2::boolean')} AS cells
  FROM own_runs AS runs
  WHERE variant_id NOT IN (SELECT variant_id FROM nights WHERE hidden)
)
SELECT server, workload, lines, (SELECT count(*)::int FROM nights WHERE hidden) AS "hiddenNights",
  EXISTS (SELECT FROM nights) AS "hasNights", (SELECT count(DISTINCT upload_id)::int FROM own_runs) AS uploads,
  (SELECT json_agg(DISTINCT origin) FROM view_runs) AS origins,
  (SELECT json_agg(json_build_object('id', cell_notes.id::text, 'test', tests.key, 'column', variants.slug, 'text', text,
      'isHighlighted', is_highlighted, 'by', by, 'createdAt', ${iso('created_at')}) ORDER BY cell_notes.id)
    FROM heatmaps JOIN cell_notes USING (server_id, workload_id)
    JOIN tests ON tests.id = test_id JOIN variants ON variants.id = variant_id
    WHERE heatmaps.id = $1 AND undone_at IS NULL) AS notes,
  ${runsJson(`'badReason', bad_reason`)} AS runs,
  ${testsJson(`workload->>'benchmarkId'`)} AS tests
FROM heatmap`;

interface ViewRow extends HeatmapRow {
  origins: Origin[] | null;
  runs: (ColumnRow & { cells: CellRow[] | null })[] | null;
  tests: TestRow[] | null;
  lines: ConfigLines | null;
  hiddenNights: number;
  hasNights: boolean;
  uploads: number;
  notes: CompareView['notes'] | null;
}

/** Of a long history the newest nights are in the view; all of them are on the page of their series. */
const NEWEST_NIGHTS_READ = 60;

/**
 * All columns of one workload on one server as a matrix of absolute values: medians over the repeats of all runs of
 * a variant, computed values preferred over reported ones, warm-ups left out unless they are asked for.
 *
 * @param heatmap slugs of the server and the workload; nights: slugs of those wanted in addition to the newest
 * @param metrics those to read; by default, those the compare page switches between
 * @param options each: keep the values behind medians
 * @throws NotFoundError when no run of the workload was made on the server
 */
export async function getCompareView(
  database: Database,
  heatmap: {
    server: string;
    workload: string;
    warmups?: boolean | undefined;
    nights?: readonly string[] | undefined;
  },
  metrics: readonly MetricId[] = VIEW_METRICS,
  options: { each?: boolean } = {},
): Promise<CompareView> {
  const heatmapId = await findHeatmapId(database.pool, heatmap);
  const { rows } = await database.pool.query<ViewRow>({
    name: 'compare-view',
    text: COMPARE_VIEW_QUERY,
    values: [heatmapId, heatmap.warmups ?? false, metrics, NEWEST_NIGHTS_READ, heatmap.nights ?? []],
  });
  const [row] = rows;
  if (heatmapId === null || !row?.runs) {
    throw new NotFoundError(`No runs of workload "${heatmap.workload}" on server "${heatmap.server}".`);
  }
  const { server, workload } = toHeatmapViews(row, row.origins ?? []);
  const matrix = buildView(row.runs, row.tests ?? [], workload.benchmark, {
    ...options,
    warmups: heatmap.warmups,
  });
  const nights = row.hasNights ? await listNightsInView(database, heatmapId) : [];
  const { lines = [], proposals = [], steps = [] } = row.lines ?? {};
  return {
    server,
    workload,
    matrix: { ...matrix, columns: withConfigLines(matrix.columns, lines) },
    ...(lines.length > 0 && { lines }),
    ...(proposals.length > 0 && { proposals }),
    ...(steps.length > 0 && { steps }),
    ...(nights.length > 0 && { nights }),
    ...(row.hiddenNights > 0 && { hiddenNights: row.hiddenNights }),
    ...(row.uploads > 1 && isGuessedName(server.name) && { sharedBy: row.uploads }),
    ...(row.notes && { notes: row.notes }),
  };
}
