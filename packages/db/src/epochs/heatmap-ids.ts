import type { PoolClient } from 'pg';
import { findValue, getValue, listRows, listValues, type Queries } from '../rows';
import type { HeatmapAddress } from '../types/servers';
import type { HeatmapKey } from './heatmap-key';

/*
 * Rows of runs, results, numbers, noise, series and records are keyed by their heatmap. Whoever reads them looks up its id
 * first: here, or from the id of a run in `run_places`, or from the slug of a record in `record_places`.
 */

/** The id of a heatmap by the slugs of its address; null: nothing was ever stored of it. */
export async function findHeatmapId(
  client: Queries,
  { server, workload }: HeatmapAddress,
): Promise<number | null> {
  return findValue<number>(client, {
    name: 'heatmap-id',
    text: `SELECT heatmaps.id FROM heatmaps JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
           WHERE servers.slug = $1 AND workloads.slug = $2`,
    values: [server, workload],
  });
}

/** The ids of those heatmaps of a server that are there, by their workloads. */
export async function heatmapIdsOf(
  client: Queries,
  serverId: number,
  workloadIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await listRows<{ id: number; workload: number }>(
    client,
    'SELECT id, workload_id AS workload FROM heatmaps WHERE server_id = $1 AND workload_id = ANY ($2)',
    [serverId, workloadIds],
  );
  return new Map(rows.map(({ id, workload }) => [workload, id]));
}

/** The heatmaps that a server ever had runs in. */
export async function heatmapIdsOfServer(client: Queries, serverId: number): Promise<number[]> {
  return listValues<number>(client, 'SELECT id FROM heatmaps WHERE server_id = $1', [serverId]);
}

/** The id of a heatmap, which is made if need be. An import of the same new heatmap is waited for. */
export async function heatmapIdOf(client: PoolClient, key: HeatmapKey): Promise<number> {
  const FIND = 'SELECT id FROM heatmaps WHERE server_id = $1 AND workload_id = $2';
  const values = [key.serverId, key.workloadId];
  const known = await findValue<number>(client, FIND, values);
  if (known !== null) return known;
  await client.query(
    'INSERT INTO heatmaps (server_id, workload_id) VALUES ($1, $2) ON CONFLICT (server_id, workload_id) DO NOTHING',
    values,
  );
  return getValue<number>(client, FIND, values);
}

/** Where a run is; its heatmap by id, and by what it is of. */
export interface RunPlace extends HeatmapKey {
  id: number;
  heatmapId: number;
}

/** Where some runs are, in the order of their ids; those that are gone are left out. */
export async function findRunPlaces(client: Queries, ids: readonly number[]): Promise<RunPlace[]> {
  if (ids.length === 0) return [];
  return listRows<RunPlace>(
    client,
    `SELECT run_id AS id, heatmap_id AS "heatmapId", server_id AS "serverId", workload_id AS "workloadId"
     FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id WHERE run_id = ANY ($1) ORDER BY run_id`,
    [ids],
  );
}

/** Ids of the heatmaps of some runs, each once: what a statement over these runs names. */
export async function heatmapIdsOfRuns(client: Queries, ids: readonly number[]): Promise<number[]> {
  return listValues<number>(
    client,
    'SELECT DISTINCT heatmap_id AS id FROM run_places WHERE run_id = ANY ($1)',
    [ids],
  );
}
