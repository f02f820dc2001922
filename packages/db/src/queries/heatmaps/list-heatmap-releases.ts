import type { Database } from '../../database';
import type { Origin } from '../../types';
import type { HeatmapReleases, ReleaseLineSummary } from '../../types/releases';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';

/** Reads the row of each heatmap, and no run. */
const LIST_RELEASES = `
SELECT ${HEATMAP_COLUMNS}, latest_run_at AS latest, releases, origins, stale_since IS NOT NULL AS stale
FROM heatmaps
JOIN servers ON servers.id = heatmaps.server_id
JOIN workloads ON workloads.id = heatmaps.workload_id
WHERE run_count > 0
ORDER BY latest DESC, servers.slug, workloads.slug`;

interface Row extends HeatmapRow {
  origins: Origin[];
  latest: Date;
  releases: ReleaseLineSummary[] | null;
  stale: boolean;
}

/** Every heatmap with its releases as they were judged last; the newest by when it was measured come first. */
export async function listHeatmapReleases({ pool }: Database): Promise<HeatmapReleases[]> {
  const { rows } = await pool.query<Row>({ name: 'heatmap-releases', text: LIST_RELEASES });
  return rows.map((row) => ({
    ...toHeatmapViews(row, row.origins),
    latestRunAt: row.latest.toISOString(),
    lines: row.releases,
    isStale: row.stale,
  }));
}
