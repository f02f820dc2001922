import type { PoolClient } from 'pg';
import { listRows, listValues, type Queries } from '../rows';

/** An upload that holds a night. */
export interface NightUpload {
  id: number;
  /** False while it is on its way, and where its last reading failed. */
  isStored: boolean;
  /** It holds runs of releases, too. */
  hasRelease: boolean;
  /** One of its runs was marked or corrected. A merge of a server or workload does not count. */
  isCorrected: boolean;
  /** Its files are stored. */
  hasFiles: boolean;
  /** Of its newest run; when its files were sent again after that, then. */
  filesSince: Date;
}

/** Exclusions of single runs are read once, not per run: a cluster requires it here. */
const UPLOADS = `
WITH corrected AS MATERIALIZED (
  SELECT run_id FROM noise_exclusions WHERE removed_at IS NULL
  UNION SELECT other_id FROM noise_exclusions WHERE removed_at IS NULL AND other_id IS NOT NULL
  UNION SELECT run_id FROM correction_runs JOIN corrections ON corrections.id = correction_id
    WHERE undone_at IS NULL AND NOT EXISTS (SELECT FROM merges WHERE merges.correction_id = corrections.id)
)
SELECT uploads.id, state = 'stored' AS "isStored", bool_or(variants.build_id IS NULL) AS "hasRelease",
  bool_or(corrected.run_id IS NOT NULL) AS "isCorrected", files_removed_at IS NULL AS "hasFiles",
  greatest(max(runs.at), files_returned_at) AS "filesSince"
FROM uploads
JOIN run_places ON run_places.upload_id = uploads.id
JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
JOIN variants ON variants.id = runs.variant_id
LEFT JOIN corrected ON corrected.run_id = runs.id
WHERE $1::bigint[] IS NULL OR uploads.id = ANY ($1)
GROUP BY uploads.id
HAVING bool_or(variants.build_id IS NOT NULL)
ORDER BY uploads.id`;

/** Uploads that hold nights, by id. */
export async function listNightUploads(
  client: Queries,
  ids: readonly number[] | null = null,
): Promise<Map<number, NightUpload>> {
  const rows = await listRows<NightUpload>(client, UPLOADS, [ids]);
  // By itself: a cluster cuts runs by heatmap, and files by upload.
  const files = await listValues<number>(
    client,
    'SELECT DISTINCT upload_id AS id FROM artifacts WHERE upload_id = ANY ($1)',
    [rows.map(({ id }) => id)],
  );
  const withFiles = new Set(files);
  return new Map(rows.map((row) => [row.id, { ...row, hasFiles: row.hasFiles && withFiles.has(row.id) }]));
}

/** Keeps others from changing these uploads, as from reading them again, until the end of the transaction. */
export async function lockUploads(client: PoolClient, ids: readonly number[]): Promise<void> {
  await client.query('SELECT FROM uploads WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [ids]);
}
