import type { PoolClient } from 'pg';

/**
 * The one place that knows who names bytes: the files of uploads (`artifacts.sha256`), which are behind every number and
 * every page of a log, and uploads themselves (`uploads.sha256`), whose bytes are still to be read in `queued`,
 * `preview` or `failed`, and may be read again later.
 */
const UNNAMED = `
SELECT sha256 FROM unnest($1::text[]) AS candidates (sha256)
WHERE NOT EXISTS (SELECT FROM artifacts WHERE artifacts.sha256 = candidates.sha256)
  AND NOT EXISTS (SELECT FROM uploads WHERE uploads.sha256 = candidates.sha256)`;

/** Those of the candidates that nobody names. True for as long as the transaction has the blob lock (tryBlobLock). */
export async function listUnnamed(
  client: Pick<PoolClient, 'query'>,
  candidates: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(UNNAMED, [candidates]);
  return rows.map(({ sha256 }) => sha256);
}
