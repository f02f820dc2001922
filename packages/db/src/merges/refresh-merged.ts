import type { PoolClient } from 'pg';
import { listValues } from '../rows';
import { refreshServers } from '../servers/refresh-servers';

/** Brings the facts of servers up to date that merges of these corrections are about. */
export async function refreshMerged(client: PoolClient, correctionIds: readonly number[]): Promise<void> {
  const ids = await listValues<number>(
    client,
    `SELECT unnest(ARRAY[server_id, into_server_id]) AS id FROM merges
     WHERE correction_id = ANY ($1) AND server_id IS NOT NULL`,
    [correctionIds],
  );
  await refreshServers(client, ids);
}
