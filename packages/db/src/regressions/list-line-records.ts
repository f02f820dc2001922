import type { Database } from '../database';
import { listRows } from '../rows';
import type { HeatmapAddress, HeatmapRecord, LineRecord } from '../types/servers';

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
WHERE withdrawn_at IS NULL AND state <> 'noise' AND stop IS NULL
ORDER BY abs(ln(level_ratio)) DESC, regressions.id`;

/**
 * Records between releases of one product in several heatmaps, the largest first, each with the column where it starts. What was
 * withdrawn, and what people call noise, is left out, and so are stops: a line has no point there.
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

const OF_HEATMAP = `
SELECT tests.key AS test, regressions.slug, bad.slug AS "firstBad", good.slug AS "lastGood"
FROM servers, workloads, heatmaps
JOIN regressions ON regressions.heatmap_id = heatmaps.id
JOIN tests ON tests.id = regressions.test_id
JOIN variants bad ON bad.id = first_bad_id AND bad.build_id IS NULL
JOIN variants good ON good.id = last_good_id
WHERE servers.slug = $1 AND workloads.slug = $2
  AND heatmaps.server_id = servers.id AND heatmaps.workload_id = workloads.id
  AND regressions.kind = 'regression' AND withdrawn_at IS NULL AND fixed_seen IS NULL AND state <> 'noise'
  AND stop IS NULL AND step <> 'isolated'
ORDER BY abs(ln(level_ratio)) DESC, regressions.id`;

/**
 * Losses between releases of a heatmap that are recorded and not fixed, the largest first: since when a test is slower than the
 * level before, where the heatmap says since when it is slower than its base.
 */
export async function listHeatmapRecords(
  { pool }: Pick<Database, 'pool'>,
  { server, workload }: HeatmapAddress,
): Promise<HeatmapRecord[]> {
  return listRows<HeatmapRecord>(pool, {
    name: 'heatmap-records',
    text: OF_HEATMAP,
    values: [server, workload],
  });
}
