import type { Database } from '../database';
import { listRows } from '../rows';
import type { HeatmapAddress, LineRecord } from '../types/servers';

export interface LineRecordsInput {
  product: string;
  heatmaps: readonly HeatmapAddress[];
  /** Keys of tests. */
  tests: readonly string[];
}

/** Walks from the heatmaps to their records; tests are few. */
const QUERY = `
SELECT servers.slug AS server, workloads.slug AS workload, regressions.slug, regressions.kind, first_bad AS "firstBad",
  variants.slug AS "column", level_ratio AS "levelRatio", verdict
FROM unnest($1::text[], $2::text[]) AS asked (server, workload)
JOIN servers ON servers.slug = asked.server
JOIN workloads ON workloads.slug = asked.workload
JOIN heatmaps ON heatmaps.server_id = servers.id AND heatmaps.workload_id = workloads.id
JOIN regressions ON regressions.heatmap_id = heatmaps.id
JOIN products ON products.id = regressions.product_id AND products.name = $3
JOIN tests ON tests.id = regressions.test_id AND tests.key = ANY ($4)
JOIN variants ON variants.id = regressions.first_bad_id AND variants.build_id IS NULL
WHERE withdrawn_at IS NULL AND state <> 'noise'
ORDER BY abs(ln(level_ratio)) DESC, regressions.id`;

/**
 * Records between releases of one product in several heatmaps, the largest first, each with the column where it starts. What was
 * withdrawn, and what people call noise, is left out.
 */
export async function listLineRecords(
  { pool }: Pick<Database, 'pool'>,
  { product, heatmaps, tests }: LineRecordsInput,
): Promise<LineRecord[]> {
  if (heatmaps.length === 0 || tests.length === 0) return [];
  return listRows<LineRecord>(pool, {
    name: 'line-records',
    text: QUERY,
    values: [heatmaps.map(({ server }) => server), heatmaps.map(({ workload }) => workload), product, tests],
  });
}
