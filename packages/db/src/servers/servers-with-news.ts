import type { PoolClient } from 'pg';
import { type AskedHeatmaps, byHeatmap } from '../epochs/by-heatmap';
import { findRunPlaces } from '../epochs/heatmap-ids';

/**
 * They can't be refreshed until the end of the transaction, so the answer stays true. Others may take the same lock.
 */
const LOCK = 'SELECT FROM servers WHERE id = ANY ($1) ORDER BY id FOR SHARE';

/**
 * A reading that says of a fact what is in force for it, or nothing, adds to what the most say, and changes no fact;
 * see READ in
 * refresh-servers.ts. It must not be the first of its name: that may take the word from readings of other names.
 */
const newsOf = (is: AskedHeatmaps['is']) => `
SELECT DISTINCT runs.server_id AS id
FROM runs JOIN server_readings AS readings ON readings.heatmap_id = runs.heatmap_id AND readings.run_id = runs.id
JOIN servers ON servers.id = runs.server_id
WHERE runs.heatmap_id ${is} AND runs.id = ANY ($2) AND NOT (
  coalesce(readings.cores, servers.cores) IS NOT DISTINCT FROM servers.cores
  AND (readings.cores IS NULL OR readings.cores_from_class OR NOT servers.cores_guessed)
  AND coalesce(readings.cpu, servers.cpu) IS NOT DISTINCT FROM servers.cpu
  AND coalesce(readings.memory_bytes, servers.memory_bytes) IS NOT DISTINCT FROM servers.memory_bytes
  AND coalesce(readings.storage, servers.storage) IS NOT DISTINCT FROM servers.storage
  AND coalesce(readings.os, servers.os) IS NOT DISTINCT FROM servers.os
  AND coalesce(readings.kind, readings.kind_seen, servers.machine_kind) IS NOT DISTINCT FROM servers.machine_kind
  AND readings.slug IN (SELECT slug FROM server_readings
    WHERE server_readings.heatmap_id ${is} AND server_readings.heatmap_id = readings.heatmap_id AND run_id <> ALL ($2)))`;

/**
 * Servers with new runs that may change their facts: those that `refreshServers` has to update. All readings of a
 * server are thousands of rows, and nearly every run repeats known facts.
 *
 * @param runIds runs that were not there before this transaction
 */
export async function serversWithNews(client: PoolClient, runIds: readonly number[]): Promise<number[]> {
  const places = await findRunPlaces(client, runIds);
  if (places.length === 0) return [];
  await client.query(LOCK, [[...new Set(places.map(({ serverId }) => serverId))]]);
  const rows = await byHeatmap(
    client,
    places.map(({ heatmapId }) => heatmapId),
    async ({ is, value }) => (await client.query<{ id: number }>(newsOf(is), [value, runIds])).rows,
  );
  return [...new Set(rows.map(({ id }) => id))];
}
