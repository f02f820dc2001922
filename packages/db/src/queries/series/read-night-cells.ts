import type { Matrix } from '@basecase/analysis';
import { groupLabel, type MetricId } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { NotFoundError } from '../../errors';
import type { CompareColumn, Origin } from '../../types';
import { buildView } from '../heatmaps/build-view';
import type { TestRow } from '../heatmaps/view-rows';
import { badReason, HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';
import { type PlainColumn, placeRuns, type RunCells } from './night-lines';

const HEATMAP = `
SELECT servers.id AS "serverId", ${HEATMAP_COLUMNS},
  (SELECT json_agg(DISTINCT origin) FROM runs JOIN uploads ON uploads.id = upload_id
    WHERE runs.heatmap_id = $1 AND variant_id = ANY ($3)) AS origins,
  (SELECT json_build_object('id', id, 'key', key, 'name', name, 'range', "range", 'group', "group",
      'position', position, 'unit', unit, 'warmup', warmup, 'known', known)
    FROM tests WHERE benchmark_id = workloads.benchmark_id AND key = $2) AS test
FROM heatmaps JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
WHERE heatmaps.id = $1`;

/** Walks from runs to the one result to its numbers: its cost follows the nights that are shown. */
const CELLS = `
SELECT runs.id AS run, runs.variant_id AS variant, (
  SELECT json_agg((
    SELECT json_build_array(results.test_id, results.status,
      json_object_agg(metric, value) FILTER (WHERE source = 'computed' AND metric = ANY ($4)),
      json_object_agg(metric, value) FILTER (WHERE source = 'reported' AND metric = ANY ($4)),
      json_agg(metric) FILTER (WHERE doubt IS NOT NULL AND metric = ANY ($4)), results.repeat, NULL, results.unit)
    FROM measurements WHERE measurements.heatmap_id = $1 AND measurements.result_id = results.id))
  FROM results WHERE results.heatmap_id = $1 AND results.run_id = runs.id AND results.test_id = $3) AS cells
FROM runs
WHERE runs.heatmap_id = $1 AND variant_id = ANY ($2) AND ${badReason('$1')} IS NULL
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
) {
  const ids = columns.map(({ variantId }) => variantId);
  const heatmapId = await findHeatmapId(pool, { server, workload });
  const heatmap = await pool.query<
    HeatmapRow & { serverId: number } & { test: TestRow | null; origins: Origin[] | null }
  >({
    name: 'night-heatmap',
    text: HEATMAP,
    values: [heatmapId, key, ids],
  });
  const [row] = heatmap.rows;
  if (heatmapId === null || !row?.test)
    throw new NotFoundError(`No test "${key}" in workload "${workload}".`);
  const { serverId, test } = row;
  const cells = await pool.query<RunCells>({
    name: 'night-cells',
    text: CELLS,
    values: [heatmapId, ids, test.id, metrics],
  });
  const views = toHeatmapViews(row, row.origins ?? []);
  const { benchmark } = views.workload;
  const view = buildView(placeRuns(columns, cells.rows), [test], benchmark);
  const matrix = view.rows.length > 0 ? view : emptyView(view, columns.length);
  const { id: _, ...info } = test;
  return {
    heatmapId,
    serverId,
    ...views,
    test,
    testInfo: { ...info, groupLabel: groupLabel(benchmark, test.group) },
    /** One row; a column for each asked for, in that order. */
    matrix,
  };
}

/** No column has the test. */
function emptyView(view: Matrix<CompareColumn>, count: number): Matrix<CompareColumn> {
  const missing = Array.from({ length: count }, () => 'missing' as const);
  return { ...view, values: {}, status: [missing], repeats: [missing.map(() => 0)] };
}
