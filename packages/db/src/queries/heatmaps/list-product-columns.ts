import { type ConfigLines, withConfigLines } from '@basecase/analysis';
import type { Database } from '../../database';
import type { HeatmapAddress, ProductColumn, ProductColumns } from '../../types/servers';

/** Releases of some heatmaps without their values: a label is that of the newest run of its variant. */
const LIST_PRODUCT_COLUMNS = `
WITH asked AS (
  SELECT servers.slug AS server, workloads.slug AS workload, heatmaps.id AS heatmap_id, heatmaps.lines
  FROM unnest($1::text[], $2::text[]) AS asked (server, workload)
  JOIN servers ON servers.slug = asked.server
  JOIN workloads ON workloads.slug = asked.workload
  JOIN heatmaps ON heatmaps.server_id = servers.id AND heatmaps.workload_id = workloads.id
), columns AS (
  SELECT DISTINCT ON (server, workload, variant_id) server, workload, variant_id, lines, runs.label
  FROM asked JOIN runs USING (heatmap_id)
  ORDER BY server, workload, variant_id, runs.at DESC, runs.id DESC
)
SELECT columns.server, columns.workload, (array_agg(columns.lines))[1] AS lines,
  json_agg(json_build_object('slug', variants.slug, 'label', columns.label, 'version', versions.name,
      'flavour', variants.flavour, 'config', configs.name)
    ORDER BY versions.sort_key, variants.flavour NULLS FIRST, configs.sort_key NULLS FIRST) AS columns
FROM columns
JOIN variants ON variants.id = columns.variant_id AND variants.build_id IS NULL
JOIN products ON products.id = variants.product_id AND products.name = $3
JOIN versions ON versions.id = variants.version_id
LEFT JOIN configs ON configs.id = variants.config_id
GROUP BY columns.server, columns.workload`;

interface Row extends HeatmapAddress {
  columns: ProductColumn[];
  lines: ConfigLines | null;
}

/**
 * The releases of a product in some heatmaps, in the order asked for; none for a heatmap without runs of it.
 * They are known before any value is read, so that only the columns that are shown have to be.
 */
export async function listProductColumns(
  database: Database,
  { product, heatmaps }: { product: string; heatmaps: readonly HeatmapAddress[] },
): Promise<ProductColumns[]> {
  const { rows } = await database.pool.query<Row>({
    name: 'product-columns',
    text: LIST_PRODUCT_COLUMNS,
    values: [heatmaps.map(({ server }) => server), heatmaps.map(({ workload }) => workload), product],
  });
  return heatmaps.map(({ server, workload }) => {
    const found = rows.find((row) => row.server === server && row.workload === workload);
    const columns = (found?.columns ?? []).map((column) => ({ ...column, product }));
    const joined = withConfigLines(columns, found?.lines?.lines ?? []);
    return { server, workload, columns: joined.map(({ product: _, ...column }) => column) };
  });
}
