import type { Database } from '../../database';
import type { Prisma } from '../../generated/client';
import type { UploadFilter, UploadListEntry, UploadPage, UploadProgress } from '../../types/uploads';
import { parseId } from '../parse-id';

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
 * Uploads, the newest first, a page at a time. A page stays where it is while new uploads come in.
 *
 * @throws NotFoundError for a cursor that is none
 */
export async function listUploads(
  database: Database,
  { search = '', state, cursor, limit = PAGE_SIZE }: UploadFilter = {},
): Promise<UploadPage> {
  const before = cursor === undefined ? undefined : parseId(cursor, 'page of uploads');
  const words = search.trim().split(/\s+/).filter(Boolean);
  const rows = await database.prisma.upload.findMany({
    // Large, and only wanted alone.
    omit: { preview: true, thinnedRuns: true },
    where: {
      ...(before !== undefined && { id: { lt: before } }),
      ...(state && { state }),
      AND: words.map(matches),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { uploads: page.map(toListEntry), next: rows.length > limit && last ? String(last.id) : null };
}

function matches(word: string): Prisma.UploadWhereInput {
  const contains = { contains: word, mode: 'insensitive' } as const;
  return {
    OR: [
      { filename: contains },
      { serverName: contains },
      { runs: { some: { OR: [{ label: contains }, { server: { name: contains } }] } } },
    ],
  };
}
