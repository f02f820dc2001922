import type { Database } from '../../database';
import type { UploadFile } from '../../types/artifacts';
import type { UploadFileFilter, UploadFilePage } from '../../types/uploads';
import { parseId } from '../parse-id';
import { matchesWords, searchWords } from '../search-words';

const PAGE_SIZE = 100;

const MATCHING = `FROM artifacts
WHERE upload_id = $1
  AND ($2::text IS NULL OR kind = $2)
  AND ($3::text IS NULL OR status = $3::artifact_status)
  AND ${matchesWords('path', 4)}`;

const LIST_FILES = `
SELECT id::text, path, kind, status, size_bytes::float8 AS "sizeBytes" ${MATCHING}
  AND ($6::bigint IS NULL OR id > $6)
ORDER BY id
LIMIT $7`;

/**
 * Files of an upload in the order they were read, a page at a time.
 *
 * @throws NotFoundError for an id or a cursor that cannot be one
 */
export async function listUploadFiles(
  database: Database,
  id: string,
  { search = '', kind, status, cursor, limit = PAGE_SIZE }: UploadFileFilter = {},
): Promise<UploadFilePage> {
  const { wanted, unwanted } = searchWords(search);
  const values = [parseId(id, 'upload'), kind ?? null, status ?? null, wanted, unwanted];
  const after = cursor === undefined ? null : parseId(cursor, 'page of files');
  const [{ rows }, counted] = await Promise.all([
    database.pool.query<UploadFile>(LIST_FILES, [...values, after, limit + 1]),
    database.pool.query<{ total: number }>(`SELECT count(*)::int AS total ${MATCHING}`, values),
  ]);
  const files = rows.slice(0, limit);
  return {
    files,
    total: counted.rows[0]?.total ?? 0,
    next: rows.length > limit ? (files.at(-1)?.id ?? null) : null,
  };
}

/**
 * Artifacts of an upload by path: diagnostics know a path, links need an id.
 *
 * @param paths paths outside the upload are left out of the answer
 */
export async function findArtifactIds(
  database: Database,
  id: string,
  paths: readonly string[],
): Promise<Record<string, string>> {
  if (paths.length === 0) return {};
  const { rows } = await database.pool.query<{ path: string; id: string }>(
    'SELECT path, id::text FROM artifacts WHERE upload_id = $1 AND path = ANY ($2)',
    [parseId(id, 'upload'), paths],
  );
  return Object.fromEntries(rows.map((row) => [row.path, row.id]));
}
