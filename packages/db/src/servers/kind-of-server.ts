import type { ServerKind } from '@basecase/ingest/model';
import type { Database } from '../database';
import { findValue } from '../rows';

/** The kind of the machine with this name, in any case of letters; null: unknown, or there is no such server. */
export async function kindOfServer(database: Database, name: string): Promise<ServerKind | null> {
  return findValue<ServerKind>(
    database.pool,
    'SELECT machine_kind FROM servers WHERE lower(name) = lower($1) AND machine_kind IS NOT NULL LIMIT 1',
    [name],
  );
}
