import type { Artifact, Diagnostic, DiagnosticCounts } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { arraysOf, listRows, valuesOf } from '../rows';
import { copyRows, reserveIds } from './copy-rows';

/**
 * Lists the files of an upload. When it is read again the same bytes have the same paths, so rows are kept (numbers
 * of runs that now belong to a fuller upload may point to them) and only what the parsers say of them changes.
 *
 * @param files wasStored: false where nothing of the upload is stored yet
 * @returns ids by path
 */
export async function saveArtifacts(
  client: PoolClient,
  uploadId: number,
  { artifacts, wasStored }: { artifacts: readonly Artifact[]; wasStored: boolean },
): Promise<Map<string, number>> {
  const ids = wasStored ? await idsByPath(client, uploadId) : new Map<string, number>();
  const known = artifacts.filter(({ path }) => ids.has(path));
  if (known.length > 0) await updateArtifacts(client, uploadId, known);
  const added = artifacts.filter(({ path }) => !ids.has(path));
  const newIds = await reserveIds(client, 'artifacts', added.length);
  const withIds = added.map((artifact, index) => ({ ...artifact, id: newIds[index] ?? 0, uploadId }));
  await copyRows(
    client,
    { table: 'artifacts', columns: ['id', 'upload_id', 'path', 'sha256', 'kind', 'status', 'size_bytes'] },
    withIds.map((row) => valuesOf(row, 'id', 'uploadId', 'path', 'sha256', 'kind', 'status', 'sizeBytes')),
  );
  for (const { id, path } of withIds) ids.set(path, id);
  return ids;
}

async function idsByPath(client: PoolClient, uploadId: number): Promise<Map<string, number>> {
  const rows = await listRows<{ id: number; path: string }>(
    client,
    'SELECT id, path FROM artifacts WHERE upload_id = $1',
    [uploadId],
  );
  return new Map(rows.map(({ id, path }) => [path, id]));
}

async function updateArtifacts(
  client: PoolClient,
  uploadId: number,
  artifacts: readonly Artifact[],
): Promise<void> {
  await client.query(
    `UPDATE artifacts SET sha256 = news.sha256, kind = news.kind, status = news.status, size_bytes = news.size_bytes
     FROM unnest($2::text[], $3::text[], $4::text[], $5::artifact_status[], $6::bigint[])
       AS news (path, sha256, kind, status, size_bytes)
     WHERE artifacts.upload_id = $1 AND artifacts.path = news.path`,
    [uploadId, ...arraysOf(artifacts, 'path', 'sha256', 'kind', 'status', 'sizeBytes')],
  );
}

/**
 * Replaces the diagnostics of an upload.
 *
 * @param counts how often each code was met: of one code only the first few are listed
 */
export async function saveDiagnostics(
  client: PoolClient,
  uploadId: number,
  { diagnostics, counts }: { diagnostics: readonly Diagnostic[]; counts: DiagnosticCounts },
): Promise<void> {
  await client.query('UPDATE uploads SET diagnostic_counts = $2 WHERE id = $1', [uploadId, counts]);
  await client.query('DELETE FROM diagnostics WHERE upload_id = $1', [uploadId]);
  await copyRows(
    client,
    {
      table: 'diagnostics',
      columns: ['upload_id', 'code', 'severity', 'file', 'line', 'message', 'excerpt'],
    },
    diagnostics.map((diagnostic) => [
      uploadId,
      ...valuesOf(diagnostic, 'code', 'severity', 'file', 'line', 'message', 'excerpt'),
    ]),
  );
}

/** Adds diagnostics to the counts of their codes. */
export function countCodes(
  diagnostics: readonly Diagnostic[],
  counted: DiagnosticCounts = {},
): DiagnosticCounts {
  const counts = { ...counted };
  for (const { code } of diagnostics) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
