import type { Database } from '../database';
import { listRows } from '../rows';

/** Stored uploads that were read by a layout, without those whose sender wants it to be forgotten. */
const NEWEST = `
SELECT DISTINCT ON (lower(server_name)) lower(server_name) AS server, settings->>'layout' AS layout FROM uploads
WHERE server_name IS NOT NULL AND ($1::text IS NULL OR lower(server_name) = lower($1))
  AND state = 'stored' AND settings ? 'layout' AND NOT settings ? 'layoutOnce'
ORDER BY lower(server_name), id DESC`;

/** The layout that the newest upload for each server was read with, by its name in lower case. */
export async function layoutsOfServers(
  { pool }: Database,
  server: string | null = null,
): Promise<Map<string, string>> {
  const rows = await listRows<{ server: string; layout: string }>(pool, NEWEST, [server]);
  return new Map(rows.map((row) => [row.server, row.layout]));
}

/** The layout that the newest upload for a server was read with; null: none. */
export async function layoutOfServer(database: Database, server: string): Promise<string | null> {
  const [layout = null] = (await layoutsOfServers(database, server)).values();
  return layout;
}
