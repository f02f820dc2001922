import type { Database } from '../../../database';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../../../queries/views';
import type { SameNightTest } from '../../../types/regression-page';
import type { RegressionEntry } from '../../../types/regressions';
import type { SeriesRecord } from '../../../types/series';

/** Of a night that slowed everything; the list of the cause has all of them. */
const MOST = 200;

const SAME_NIGHT = `
SELECT regressions.slug, tests.key, tests.name, tests."range", ratio, regressions.series, verdict, band,
  heatmap_id = $2 AND regressions.id = $3 AS "isSelf", ${HEATMAP_COLUMNS}
FROM regressions
JOIN tests ON tests.id = test_id
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
WHERE cause = $1 AND (withdrawn_at IS NULL OR (heatmap_id = $2 AND regressions.id = $3))
ORDER BY server_id = (SELECT server_id FROM heatmaps WHERE heatmaps.id = $2) DESC, servers.name,
  abs(ln(ratio)) DESC, regressions.id
LIMIT ${MOST}`;

interface Row extends HeatmapRow, Omit<SameNightTest, 'low' | 'high' | 'server' | 'workload'> {
  series: SeriesRecord | null;
  band: number;
}

/** All tests that changed in the night of a record, in the same direction: those of its server first, the largest first. */
export async function listSameNight(
  { pool }: Pick<Database, 'pool'>,
  { id, heatmapId, cause }: { id: number; heatmapId: number } & Pick<RegressionEntry, 'cause'>,
): Promise<SameNightTest[]> {
  const { rows } = await pool.query<Row>(SAME_NIGHT, [cause.key, heatmapId, id]);
  return rows.map((row) => {
    const { series, band, slug, key, name, range, isSelf, ratio, verdict } = row;
    const { server, workload } = toHeatmapViews(row, []);
    return {
      ...{ slug, key, name, range, isSelf, ratio, verdict },
      server: { slug: server.slug, name: server.name, cores: server.cores },
      workload: { slug: workload.slug, label: workload.label, clients: workload.clients },
      low: series?.low ?? ratio * Math.exp(-band),
      high: series?.high ?? ratio * Math.exp(band),
    };
  });
}
