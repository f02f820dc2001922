import type { Database } from '../../database';
import type { UploadFilter, UploadListEntry, UploadPage } from '../../types/uploads';
import { iso } from '../build-sql';
import { parseId } from '../parse-id';
import { toPattern } from '../search-words';

const PAGE_SIZE = 50;

/** Columns of `uploads` as UploadListEntry. */
export const UPLOAD_COLUMNS = `
  uploads.id::text, filename, sha256, size_bytes::float8 AS "sizeBytes", origin, state, hold, server_name AS server,
  settings, progress, run_count AS runs, result_count AS results, measurement_count AS measurements,
  (SELECT coalesce(sum(value::int), 0)::int FROM jsonb_each_text(diagnostic_counts)) AS diagnostics,
  cancel_requested AS "cancelRequested",
  CASE WHEN error_code IS NOT NULL
    THEN json_build_object('code', error_code, 'message', coalesce(error_message, '')) END AS error,
  ${iso('created_at')} AS "createdAt", ${iso('stored_at')} AS "storedAt"`;

/**
 * Uploads, the newest first, a page at a time: those that have every word in their name, in that of the server they were
 * sent for, or in the label or the server of one of their runs. A page stays stable while new uploads arrive. Runs are
 * asked for once for each word, not once for each upload: a cluster can do no other.
 *
 * @throws NotFoundError for a cursor that is none
 */
export async function listUploads(
  { pool }: Database,
  { search = '', state, cursor, limit = PAGE_SIZE }: UploadFilter = {},
): Promise<UploadPage> {
  const before = cursor === undefined ? null : parseId(cursor, 'page of uploads');
  const words = search.trim().split(/\s+/).filter(Boolean);
  const conditions = words.map((_, index) => {
    const pattern = `$${index + 4}`;
    return ` AND (filename ILIKE ${pattern} OR server_name ILIKE ${pattern}
      OR id IN (SELECT DISTINCT upload_id FROM runs WHERE label ILIKE ${pattern})
      OR id IN (SELECT DISTINCT upload_id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
        JOIN servers ON servers.id = server_id WHERE servers.name ILIKE ${pattern}))`;
  });
  const { rows } = await pool.query<UploadListEntry>(
    `SELECT ${UPLOAD_COLUMNS} FROM uploads
     WHERE ($1::bigint IS NULL OR id < $1) AND ($2::upload_state IS NULL OR state = $2)${conditions.join('')}
     ORDER BY uploads.id DESC LIMIT $3`,
    [before, state ?? null, limit + 1, ...words.map(toPattern)],
  );
  const page = rows.slice(0, limit);
  return { uploads: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
