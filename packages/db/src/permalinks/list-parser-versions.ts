import type { Database } from '../database';
import { findHeatmapId } from '../epochs/heatmap-ids';
import { listValues } from '../rows';

/** Columns of a heatmap. */
export interface ViewColumns {
  /** Slugs. */
  server: string;
  workload: string;
  columns: readonly string[];
}

/** Versions of the parsers that read the runs of some columns, ascending, each once. */
export async function listParserVersions(
  database: Database,
  { server, workload, columns }: ViewColumns,
): Promise<number[]> {
  return listValues<number>(
    database.pool,
    `SELECT DISTINCT uploads.parser_version AS version
     FROM runs
     JOIN variants ON variants.id = runs.variant_id AND variants.slug = ANY ($2)
     JOIN uploads ON uploads.id = runs.upload_id
     WHERE runs.heatmap_id = $1 AND uploads.parser_version IS NOT NULL
     ORDER BY 1`,
    [await findHeatmapId(database.pool, { server, workload }), columns],
  );
}
