import type { Database } from '../../database';
import type { Prisma } from '../../generated/client';
import type {
  UploadFilter,
  UploadListEntry,
  UploadPage,
  UploadProgress,
  UploadState,
} from '../../types/uploads';
import { parseId } from '../parse-id';
import { toPattern } from '../search-words';

const PAGE_SIZE = 50;

export function toListEntry(
  row: Prisma.UploadGetPayload<{ omit: { preview: true; thinnedRuns: true } }>,
): UploadListEntry {
  // Only this package writes JSON columns, from the types that they are read as.
  const counts = Object.values(row.diagnosticCounts as Record<string, number>);
  return {
    id: String(row.id),
    filename: row.filename,
    sha256: row.sha256,
    sizeBytes: Number(row.sizeBytes),
    origin: row.origin,
    state: row.state,
    hold: row.hold,
    server: row.serverName,
    settings: row.settings as Record<string, string>,
    progress: row.progress as UploadProgress | null,
    runs: row.runCount,
    results: row.resultCount,
    measurements: row.measurementCount,
    diagnostics: counts.reduce((sum, count) => sum + count, 0),
    cancelRequested: row.cancelRequested,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
    createdAt: row.createdAt.toISOString(),
    storedAt: row.storedAt?.toISOString() ?? null,
  };
}

/**
 * Uploads, the newest first, a page at a time. A page stays stable while new uploads arrive.
 *
 * @throws NotFoundError for a cursor that is none
 */
export async function listUploads(
  database: Database,
  { search = '', state, cursor, limit = PAGE_SIZE }: UploadFilter = {},
): Promise<UploadPage> {
  const before = cursor === undefined ? undefined : parseId(cursor, 'page of uploads');
  const words = search.trim().split(/\s+/).filter(Boolean);
  const found =
    words.length > 0 ? await findUploads(database, { words, state, before, limit: limit + 1 }) : null;
  const rows = await database.prisma.upload.findMany({
    // Large, and only wanted alone.
    omit: { preview: true, thinnedRuns: true },
    where: found
      ? { id: { in: found } }
      : { ...(before !== undefined && { id: { lt: before } }), ...(state && { state }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { uploads: page.map(toListEntry), next: rows.length > limit && last ? String(last.id) : null };
}

/**
 * The newest uploads that have every word in their name, in that of the server they were sent for, or in the label or
 * the server of one of their runs. Runs are asked for once for each word, not once for each upload: a cluster can do no
 * other.
 */
async function findUploads(
  { pool }: Database,
  {
    words,
    state,
    before,
    limit,
  }: { words: readonly string[]; state: UploadState | undefined; before: number | undefined; limit: number },
): Promise<bigint[]> {
  const conditions = words.map((_, index) => {
    const pattern = `$${index + 4}`;
    return `(filename ILIKE ${pattern} OR server_name ILIKE ${pattern}
      OR id IN (SELECT DISTINCT upload_id FROM runs WHERE label ILIKE ${pattern})
      OR id IN (SELECT DISTINCT upload_id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
        JOIN servers ON servers.id = server_id WHERE servers.name ILIKE ${pattern}))`;
  });
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM uploads WHERE ($1::bigint IS NULL OR id < $1) AND ($2::upload_state IS NULL OR state = $2)
       AND ${conditions.join(' AND ')} ORDER BY id DESC LIMIT $3`,
    [before ?? null, state ?? null, limit, ...words.map(toPattern)],
  );
  return rows.map(({ id }) => BigInt(id));
}
