import { BUILD_JSON, BUILD_ORDER, JOIN_BUILDS } from '../build-sql';

/** Metrics that a tool of the open format brings are few, and no list names them. */
const IS_WANTED = `(metric = ANY ($3) OR metric LIKE 'open:%')`;

/**
 * Parts of the two queries that read whole heatmaps: the view of the compare page, and what verdicts are made of. The
 * rows of `view_runs` are runs, with their `cells`; $1 is the id of the heatmap, $3 are the metrics that are read.
 *
 * Metrics are filtered in the aggregates, not in the index condition: a result has some 30 numbers side by side, and
 * looking up a dozen names for each result takes longer than reading past the others.
 *
 * @param warmups SQL that is true where warm-ups are wanted too
 */
export const cellsJson = (warmups = 'false') => `(
  SELECT json_agg((
    SELECT json_build_array(results.test_id, results.status,
      json_object_agg(metric, value) FILTER (WHERE source = 'computed' AND ${IS_WANTED}),
      json_object_agg(metric, value) FILTER (WHERE source = 'reported' AND ${IS_WANTED}),
      json_agg(metric) FILTER (WHERE doubt IS NOT NULL AND ${IS_WANTED}), results.repeat, results.seconds, results.unit)
    FROM measurements WHERE measurements.heatmap_id = $1 AND measurements.result_id = results.id))
  FROM results WHERE results.heatmap_id = $1 AND results.run_id = runs.id AND (results.status <> 'warmup' OR ${warmups}))`;

/**
 * All of `view_runs` as JSON, in column order.
 *
 * @param more further fields, as arguments of json_build_object
 */
export const runsJson = (more: string) => `(
  SELECT json_agg(json_build_object('runId', view_runs.id, 'variantId', variants.id, 'slug', variants.slug,
      'label', view_runs.label, 'product', products.name, 'version', versions.name, 'flavour', variants.flavour,
      'config', configs.name, 'build', ${BUILD_JSON}, 'rounds', rounds, 'cells', cells, ${more})
    ORDER BY products.name, versions.sort_key, variants.flavour NULLS FIRST, configs.sort_key NULLS FIRST,
      ${BUILD_ORDER}, view_runs.at, view_runs.id)
  FROM view_runs
  JOIN variants ON variants.id = view_runs.variant_id
  JOIN products ON products.id = variants.product_id
  JOIN versions ON versions.id = variants.version_id
  LEFT JOIN configs ON configs.id = variants.config_id
  ${JOIN_BUILDS})`;

/** All tests of a benchmark, given as SQL, as TestRow. */
export const testsJson = (benchmark: string) => `(
  SELECT json_agg(json_build_object('id', id, 'key', key, 'name', name, 'range', "range", 'group', "group",
    'position', position, 'unit', unit, 'warmup', warmup, 'known', known))
  FROM tests WHERE benchmark_id = ${benchmark})`;
