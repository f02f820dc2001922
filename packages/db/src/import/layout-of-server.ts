import type { Database } from '../database';
import { findValue } from '../rows';

const NEWEST = `
SELECT settings->>'layout' FROM uploads WHERE lower(server_name) = lower($1) AND settings ? 'layout'
ORDER BY id DESC LIMIT 1`;

/** The layout that the newest upload for a server was read with; null: none. */
export async function layoutOfServer(database: Database, server: string): Promise<string | null> {
  return findValue<string>(database.pool, NEWEST, [server]);
}
