import type { Matrix } from '@basecase/analysis';
import { groupLabel, type MetricId } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { NotFoundError } from '../../errors';
import type { CompareColumn, Origin, ServerView, WorkloadView } from '../../types';
import type { SeriesView } from '../../types/series';
import { buildView } from '../heatmaps/build-view';
import type { TestRow } from '../heatmaps/view-rows';
import { BAD_REASON, HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';
import type { PlainColumn } from './night-lines';
import { placeRuns, type RunCells } from './place-runs';

/** One test in some columns. */
export interface NightCells {
  serverId: number;
  workloadId: number;
  server: ServerView;
  workload: WorkloadView;
  test: TestRow;
  testInfo: SeriesView['test'];
  /** One row; a column for each asked for, in that order. */
  matrix: Matrix<CompareColumn>;
}

const HEATMAP = `
SELECT servers.id AS "serverId", workloads.id AS "workloadId", ${HEATMAP_COLUMNS},
  (SELECT json_agg(DISTINCT origin) FROM runs JOIN uploads ON uploads.id = upload_id
    WHERE server_id = servers.id AND workload_id = workloads.id AND variant_id = ANY ($4)) AS origins,
  (SELECT json_build_object('id', id, 'key', key, 'name', name, 'range', "range", 'group', "group",
      'position', position, 'unit', unit, 'warmup', warmup, 'known', known)
    FROM tests WHERE benchmark_id = workloads.benchmark_id AND key = $3) AS test
FROM servers, workloads WHERE servers.slug = $1 AND workloads.slug = $2`;

/** Walks from runs to the one result to its numbers: its cost follows the nights that are shown. */
const CELLS = `
SELECT runs.id AS run, runs.variant_id AS variant, (
  SELECT json_agg((
    SELECT json_build_array(results.test_id, results.status,
      json_object_agg(metric, value) FILTER (WHERE source = 'computed' AND metric = ANY ($5)),
      json_object_agg(metric, value) FILTER (WHERE source = 'reported' AND metric = ANY ($5)),
      json_agg(metric) FILTER (WHERE doubt IS NOT NULL AND metric = ANY ($5)))
    FROM measurements WHERE measurements.result_id = results.id))
  FROM results WHERE results.run_id = runs.id AND results.test_id = $4) AS cells
FROM runs
WHERE server_id = $1 AND workload_id = $2 AND variant_id = ANY ($3) AND ${BAD_REASON} IS NULL
ORDER BY runs.at, runs.id`;

/**
 * Values of one test in some columns of a heatmap: medians over the repeats of all runs of each.
 *
 * @throws NotFoundError when the test is not known
 */
export async function readNightCells(
  { pool }: Database,
  { server, workload, test: key }: { server: string; workload: string; test: string },
  { columns, metrics }: { columns: readonly PlainColumn[]; metrics: readonly MetricId[] },
): Promise<NightCells> {
  const ids = columns.map(({ variantId }) => variantId);
  const heatmap = await pool.query<HeatmapRow & Ids & { test: TestRow | null; origins: Origin[] | null }>({
    name: 'night-heatmap',
    text: HEATMAP,
    values: [server, workload, key, ids],
  });
  const [row] = heatmap.rows;
  if (!row?.test) throw new NotFoundError(`No test "${key}" in workload "${workload}".`);
  const { serverId, workloadId, test } = row;
  const cells = await pool.query<RunCells>({
    name: 'night-cells',
    text: CELLS,
    values: [serverId, workloadId, ids, test.id, metrics],
  });
  const views = toHeatmapViews(row, row.origins ?? []);
  const { benchmark } = views.workload;
  const view = buildView(placeRuns(columns, cells.rows), [test], benchmark);
  const matrix = view.rows.length > 0 ? view : emptyView(view, columns.length);
  const { id: _, ...info } = test;
  return {
    serverId,
    workloadId,
    ...views,
    test,
    testInfo: { ...info, groupLabel: groupLabel(benchmark, test.group) },
    matrix,
  };
}

interface Ids {
  serverId: number;
  workloadId: number;
}

/** No column has the test. */
function emptyView(view: Matrix<CompareColumn>, count: number): Matrix<CompareColumn> {
  const missing = Array.from({ length: count }, () => 'missing' as const);
  return { ...view, values: {}, status: [missing], repeats: [missing.map(() => 0)] };
}
