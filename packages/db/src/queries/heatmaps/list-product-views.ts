import { type ConfigLines, withConfigLines } from '@basecase/analysis';
import { type BenchmarkId, type MetricId, metricInUnits, metricOf } from '@basecase/ingest/model';
import type { Database } from '../../database';
import type { HeatmapAddress, ProductView } from '../../types/servers';
import { badReason } from '../views';
import { buildView } from './build-view';
import type { CellRow, ColumnRow, TestRow } from './view-rows';

export interface ProductViewsInput {
  product: string;
  heatmaps: readonly HeatmapAddress[];
  metrics: readonly MetricId[];
  /** Slugs of the columns to read; null = every column of the product. */
  columns: readonly string[] | null;
  /** Keys of the tests to read; null = all tests. */
  tests: readonly string[] | null;
}

/**
 * Several heatmaps in one query, cut down to the columns, tests and metrics that are looked at.
 *
 * Like the compare query it walks from runs to results to numbers in correlated subqueries, each step over an index,
 * so its cost follows what is shown. Tests are turned into ids first: with them a result is found by its key.
 * Here metrics are part of the index condition: a trend reads one of some 30 numbers of a result.
 */
export const PRODUCT_VIEWS_QUERY = `
WITH asked AS (
  SELECT ord, heatmaps.id AS heatmap_id, workloads.benchmark_id
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (server, workload, ord)
  JOIN servers ON servers.slug = asked.server
  JOIN workloads ON workloads.slug = asked.workload
  JOIN heatmaps ON heatmaps.server_id = servers.id AND heatmaps.workload_id = workloads.id
), view_runs AS MATERIALIZED (
  SELECT asked.ord, runs.id, runs.label, runs.at, runs.rounds, ${badReason()} AS bad_reason, variants.id AS variant_id, variants.slug, variants.flavour,
    products.name AS product, versions.name AS version, versions.sort_key, configs.name AS config, configs.sort_key AS config_key,
    (SELECT json_agg((
       SELECT json_build_array(results.test_id, results.status,
         json_object_agg(metric, value) FILTER (WHERE source = 'computed'),
         json_object_agg(metric, value) FILTER (WHERE source = 'reported'),
         json_agg(metric) FILTER (WHERE doubt IS NOT NULL), results.repeat, NULL, results.unit)
       FROM measurements
       WHERE measurements.heatmap_id = results.heatmap_id AND measurements.result_id = results.id AND metric = ANY ($4)))
     FROM results
     WHERE results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id AND results.status <> 'warmup'
       AND ($6::text[] IS NULL OR results.test_id = ANY (ARRAY(
         SELECT tests.id FROM tests WHERE tests.benchmark_id = asked.benchmark_id AND tests.key = ANY ($6))))
    ) AS cells
  FROM asked
  JOIN runs USING (heatmap_id)
  JOIN variants ON variants.id = runs.variant_id
  JOIN products ON products.id = variants.product_id
  JOIN versions ON versions.id = variants.version_id
  LEFT JOIN configs ON configs.id = variants.config_id
  WHERE products.name = $3 AND variants.build_id IS NULL AND ($5::text[] IS NULL OR variants.slug = ANY ($5))
)
SELECT ord::int,
  json_agg(json_build_object('runId', id, 'variantId', variant_id, 'slug', slug, 'label', label, 'product', product,
      'version', version, 'flavour', flavour, 'config', config, 'rounds', rounds, 'badReason', bad_reason, 'cells', cells)
    ORDER BY sort_key, flavour NULLS FIRST, config_key NULLS FIRST, at, id) AS runs,
  (SELECT benchmark_id FROM asked WHERE asked.ord = view_runs.ord) AS benchmark,
  (SELECT lines FROM asked JOIN heatmaps ON heatmaps.id = heatmap_id WHERE asked.ord = view_runs.ord) AS lines
FROM view_runs GROUP BY ord`;

/** Tests of a benchmark; few, and the same for all heatmaps of the view. */
const TESTS_QUERY = `
SELECT id, key, name, "range", "group", position, unit, warmup, known
FROM tests WHERE benchmark_id = ANY ($1) AND ($2::text[] IS NULL OR key = ANY ($2))`;

interface ViewRow {
  ord: number;
  benchmark: BenchmarkId;
  lines: ConfigLines | null;
  runs: (ColumnRow & { cells: CellRow[] | null })[];
}

/**
 * Values of the releases of one product in several heatmaps, in the order asked for: medians over the repeats of all
 * runs of a variant, computed values preferred over reported ones, warm-ups left out. A heatmap without runs of the
 * product is left out.
 */
export async function listProductViews(database: Database, input: ProductViewsInput): Promise<ProductView[]> {
  if (input.heatmaps.length === 0) return [];
  const { rows } = await database.pool.query<ViewRow>({
    name: 'product-views',
    text: PRODUCT_VIEWS_QUERY,
    values: [
      input.heatmaps.map(({ server }) => server),
      input.heatmaps.map(({ workload }) => workload),
      input.product,
      [...new Set(input.metrics.flatMap(storedMetrics))],
      input.columns,
      input.tests,
    ],
  });
  const benchmarks = [...new Set(rows.map(({ benchmark }) => benchmark))];
  const tests = await database.pool.query<TestRow>({
    name: 'product-tests',
    text: TESTS_QUERY,
    values: [benchmarks, input.tests],
  });
  return input.heatmaps.flatMap((heatmap, index): ProductView[] => {
    // WITH ORDINALITY counts from one.
    const row = rows.find(({ ord }) => ord === index + 1);
    if (!row) return [];
    const matrix = buildView(row.runs, tests.rows, row.benchmark, { named: input.metrics });
    const columns = withConfigLines(matrix.columns, row.lines?.lines ?? []);
    const steps = row.lines?.steps;
    return [{ ...heatmap, matrix: { ...matrix, columns }, ...(steps && { steps }) }];
  });
}

/** Stored names of a metric: in any unit, and a throughput in a unit of another kind than its test has. */
function storedMetrics(id: MetricId): MetricId[] {
  return metricOf(id).label === 'throughput' ? [...metricInUnits(id), 'throughput'] : metricInUnits(id);
}
