import type { Database } from '../../database';
import { type JudgedTest, summarizeLevels } from '../../regressions/series/summarize-levels';
import type { SeriesLine, SeriesLineEntry, SeriesSummaryEntry } from '../../types/series';
import { HEATMAP_COLUMNS, type HeatmapRow, originOf, toHeatmapViews } from '../views';
import { lineKey } from './night-lines';

/** A line of nights in a heatmap: of builds without a branch, that of the only branch of their version. */
const LINES = `
WITH lines AS (
  SELECT heatmap_id, variants.product_id, variants.version_id, flavour, config_id,
    coalesce(branch, (SELECT min(branch) FROM builds AS named WHERE named.version_id = variants.version_id
      HAVING count(DISTINCT branch) = 1)) AS branch,
    count(DISTINCT variants.id)::int AS nights, max(runs.at) AS newest_at
  FROM builds
  JOIN variants ON variants.build_id = builds.id
  JOIN runs ON runs.variant_id = variants.id
  GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT ${HEATMAP_COLUMNS}, nights, newest_at AS "newestAt", products.name AS product, versions.name AS version,
  lines.branch, lines.flavour, configs.name AS config,
  (SELECT json_agg(json_build_object('verdict', verdict, 'release', release, 'nights', cardinality(columns))) FROM series
    WHERE $1 AND series.heatmap_id = lines.heatmap_id
      AND series.version_id = lines.version_id AND series.branch IS NOT DISTINCT FROM lines.branch
      AND series.flavour IS NOT DISTINCT FROM lines.flavour
      AND series.config_id IS NOT DISTINCT FROM lines.config_id) AS series
FROM lines
JOIN heatmaps ON heatmaps.id = lines.heatmap_id
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
JOIN products ON products.id = lines.product_id
JOIN versions ON versions.id = lines.version_id
LEFT JOIN configs ON configs.id = lines.config_id
ORDER BY newest_at DESC, servers.name, workloads.slug, versions.sort_key DESC, configs.sort_key NULLS FIRST`;

interface Row extends HeatmapRow, SeriesLine {
  nights: number;
  newestAt: Date;
  series: JudgedTest[] | null;
}

/** Every line of nights of every heatmap, the one with the newest night first. */
export async function listSeriesLines({ pool }: Database): Promise<SeriesLineEntry[]> {
  const { rows } = await pool.query<Row>(LINES, [false]);
  return rows.map(toEntry);
}

/** The same with what the newest evaluation says of their tests. */
export async function listSeriesSummaries({ pool }: Database): Promise<SeriesSummaryEntry[]> {
  const { rows } = await pool.query<Row>(LINES, [true]);
  return rows.map((row) => ({ ...toEntry(row), ...summarizeLevels(row.series ?? []) }));
}

function toEntry({
  nights,
  newestAt,
  product,
  version,
  branch,
  flavour,
  config,
  ...row
}: Row): SeriesLineEntry {
  const line = { product, version, branch, flavour, config };
  return {
    key: lineKey(line),
    ...toHeatmapViews(row, [originOf([])]),
    line,
    nights,
    newestAt: newestAt.toISOString(),
  };
}
