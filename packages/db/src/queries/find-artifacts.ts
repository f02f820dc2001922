import type { Database } from '../database';

/** A file that numbers were read from. */
export interface FoundArtifact {
  id: number;
  path: string;
  kind: string;
  sha256: string;
  sizeBytes: number;
}

const ARTIFACTS = `
SELECT id, path, kind, sha256, size_bytes AS "sizeBytes" FROM artifacts WHERE upload_id = ANY ($1) AND id = ANY ($2)`;

/**
 * Files by their ids, in the uploads of the runs whose numbers name them.
 *
 * @param ids null means a number without a file
 */
export async function findArtifacts(
  { pool }: Database,
  uploads: readonly (bigint | number)[],
  ids: readonly (bigint | number | null)[],
): Promise<Map<number, FoundArtifact>> {
  const wanted = [...new Set(ids.flatMap((id) => (id === null ? [] : [Number(id)])))];
  if (wanted.length === 0) return new Map();
  const { rows } = await pool.query<FoundArtifact>(ARTIFACTS, [[...new Set(uploads.map(Number))], wanted]);
  return new Map(rows.map((row) => [row.id, row]));
}
