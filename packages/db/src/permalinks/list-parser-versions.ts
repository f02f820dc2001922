import type { Database } from '../database';

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
  const { rows } = await database.pool.query<{ version: number }>(
    `SELECT DISTINCT uploads.parser_version AS version
     FROM runs
     JOIN servers ON servers.id = runs.server_id AND servers.slug = $1
     JOIN workloads ON workloads.id = runs.workload_id AND workloads.slug = $2
     JOIN variants ON variants.id = runs.variant_id AND variants.slug = ANY ($3)
     JOIN uploads ON uploads.id = runs.upload_id
     WHERE uploads.parser_version IS NOT NULL
     ORDER BY 1`,
    [server, workload, columns],
  );
  return rows.map(({ version }) => version);
}
