import type { Database } from '../../database';
import type { Origin } from '../../types';
import type { HeatmapReleases, ReleaseLineSummary } from '../../types/releases';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';

/** Reads runs and what is stored of their evaluation, never a result: its cost is that of the list of heatmaps. */
const LIST_RELEASES = `
WITH heatmaps AS MATERIALIZED (
  SELECT server_id, workload_id, max(at) AS latest,
    bool_or(origin = 'uploaded') AS uploaded, bool_or(origin = 'recorded') AS recorded,
    bool_or(origin = 'published') AS published
  FROM runs JOIN uploads ON uploads.id = runs.upload_id
  GROUP BY server_id, workload_id
)
SELECT ${HEATMAP_COLUMNS}, latest, releases,
  array_remove(ARRAY[CASE WHEN uploaded THEN 'uploaded' END, CASE WHEN recorded THEN 'recorded' END,
    CASE WHEN published THEN 'published' END], NULL) AS origins,
  coalesce(stale_since IS NOT NULL, true) AS stale
FROM heatmaps
JOIN servers ON servers.id = heatmaps.server_id
JOIN workloads ON workloads.id = heatmaps.workload_id
LEFT JOIN heatmap_evaluations AS evaluation
  ON evaluation.server_id = heatmaps.server_id AND evaluation.workload_id = heatmaps.workload_id
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
