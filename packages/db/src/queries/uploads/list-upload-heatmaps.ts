import type { Database } from '../../database';
import { heatmapIdsOfRuns } from '../../epochs/heatmap-ids';
import { findRunsOf } from '../../import/upload-row';
import type { UploadHeatmap } from '../../types/uploads';
import { BUILD_ORDER, JOIN_BUILDS, VERSION_TEXT } from '../build-sql';
import { parseId } from '../parse-id';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';

/**
 * Columns of the heatmaps that an upload brought runs to, of the products that it brought, in release order.
 * Among columns of one version, one with a config of the upload comes last: it is the one to compare with.
 */
const LIST_COLUMNS = `
WITH own AS (
  SELECT DISTINCT heatmap_id, product_id, variant_id, config_id
  FROM runs JOIN variants ON variants.id = runs.variant_id
  WHERE runs.heatmap_id = ANY ($2) AND runs.id = ANY ($1)
), placed AS (
  SELECT heatmap_id, product_id, array_agg(variant_id) AS own, array_agg(config_id) AS own_configs
  FROM own GROUP BY heatmap_id, product_id
), columns AS (
  SELECT DISTINCT server_id, workload_id, product_id, variant_id, own, own_configs
  FROM placed
  JOIN runs USING (heatmap_id)
  JOIN variants USING (product_id)
  WHERE variants.id = runs.variant_id
)
SELECT ${HEATMAP_COLUMNS}, products.name AS product,
  json_agg(json_build_object('slug', variants.slug, 'version', ${VERSION_TEXT}, 'isOwn', variants.id = ANY (own),
      'isNight', variants.build_id IS NOT NULL)
    ORDER BY versions.sort_key, ${BUILD_ORDER}, coalesce(variants.config_id = ANY (own_configs), false),
      variants.slug) AS columns
FROM columns
JOIN servers ON servers.id = columns.server_id
JOIN workloads ON workloads.id = columns.workload_id
JOIN products ON products.id = columns.product_id
JOIN variants ON variants.id = columns.variant_id
JOIN versions ON versions.id = variants.version_id
${JOIN_BUILDS}
GROUP BY servers.id, workloads.id, products.id
ORDER BY servers.slug, workloads.slug, products.name`;

interface Row extends HeatmapRow {
  product: string;
  columns: HeatmapColumn[];
}

export interface HeatmapColumn {
  slug: string;
  version: string;
  isOwn: boolean;
  /** A build of a version line, not a release. */
  isNight: boolean;
}

/**
 * The heatmaps that show what some uploads brought, each with a base: the release before. Runs that another upload had
 * brought before count as well.
 */
export async function listUploadHeatmaps(
  database: Database,
  ids: readonly string[],
): Promise<UploadHeatmap[]> {
  const found = await Promise.all(ids.map((id) => findRunsOf(database.pool, parseId(id, 'upload'))));
  const runs = [...new Set(found.flat())];
  const { rows } = await database.pool.query<Row>(LIST_COLUMNS, [
    runs,
    await heatmapIdsOfRuns(database.pool, runs),
  ]);
  return rows.flatMap(({ product, columns, ...row }) => {
    const base = chooseBase(columns);
    if (!base) return [];
    const { server, workload } = toHeatmapViews(row, []);
    return [
      {
        server: { slug: server.slug, name: server.name, cores: server.cores },
        workload: { slug: workload.slug, label: workload.label },
        product,
        versions: [...new Set(columns.filter(({ isOwn }) => isOwn).map(({ version }) => version))],
        areNights: columns.every(({ isOwn, isNight }) => isNight || !isOwn),
        base: { slug: base.slug, version: base.version, isOwn: base.isOwn },
      },
    ];
  });
}

/**
 * The column that new ones are best looked at against: the release before the oldest of them. When they are the
 * oldest there is, the oldest of them.
 *
 * @param columns of one product in release order
 */
export function chooseBase(columns: readonly HeatmapColumn[]): HeatmapColumn | null {
  const oldest = columns.find(({ isOwn }) => isOwn);
  if (!oldest) return null;
  const before = columns
    .slice(0, columns.indexOf(oldest))
    .filter(({ version }) => version !== oldest.version);
  return before.at(-1) ?? oldest;
}
