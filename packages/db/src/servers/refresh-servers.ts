import type { PoolClient } from 'pg';
import { noteRuns, noteShared } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { arraysOf, listRows, listValues } from '../rows';

/** Names that lead to servers: their own, and those of what was merged into them. */
export const NAMES_OF_SERVERS = `names (server_id, id, slug, correction_id) AS (
  SELECT id, id, slug, NULL::bigint FROM servers WHERE id = ANY ($1)
  UNION
  SELECT names.server_id, servers.id, servers.slug, merges.correction_id FROM names
  JOIN merges ON into_server_id = names.id AND in_force
  JOIN servers ON servers.id = merges.server_id
)`;

const NAMES = `WITH RECURSIVE ${NAMES_OF_SERVERS} SELECT DISTINCT server_id AS server, slug FROM names`;

/**
 * What runs read of servers: what the most say; what the class in the name of a config says, and what logs show of the
 * kind of machine, only where no run read it. Of the system the newest reading counts: systems are upgraded, machines
 * are not. Runs that carry one of the server's names speak for it; those that were corrected to be of it do only
 * without others, for the machine that they describe may be another.
 */
const READ = `
WITH names AS (
  SELECT * FROM unnest($1::int[], $2::text[]) AS names (server_id, slug)
), counted AS (
  SELECT runs.server_id, runs.id, runs.at, names.slug IS NOT NULL AS is_own,
    readings.cores, cpu, memory_bytes, storage, os, kind, kind_seen, cores_from_class, memory_from_class
  FROM runs JOIN server_readings AS readings ON readings.heatmap_id = runs.heatmap_id AND readings.run_id = runs.id
  LEFT JOIN names ON names.server_id = runs.server_id AND names.slug = readings.slug
  WHERE runs.heatmap_id = ANY ($3)
)
SELECT server_id,
  coalesce(mode() WITHIN GROUP (ORDER BY cores) FILTER (WHERE NOT cores_from_class),
    mode() WITHIN GROUP (ORDER BY cores)) AS cores,
  count(cores) > 0 AND count(cores) FILTER (WHERE NOT cores_from_class) = 0 AS cores_guessed,
  mode() WITHIN GROUP (ORDER BY cpu) AS cpu,
  coalesce(mode() WITHIN GROUP (ORDER BY memory_bytes) FILTER (WHERE NOT memory_from_class),
    mode() WITHIN GROUP (ORDER BY memory_bytes)) AS memory_bytes,
  mode() WITHIN GROUP (ORDER BY storage) AS storage,
  (array_agg(os ORDER BY at DESC, id DESC) FILTER (WHERE os IS NOT NULL))[1] AS os,
  coalesce(mode() WITHIN GROUP (ORDER BY kind), max(kind_seen)) AS kind
FROM counted
WHERE is_own OR NOT EXISTS (SELECT FROM counted AS own WHERE own.server_id = counted.server_id AND own.is_own)
GROUP BY server_id`;

/** Facts in force: the last given value, else the read one. */
const REFRESH = `
WITH read AS (
  SELECT * FROM json_to_recordset($2) AS read (server_id int, cores int, cores_guessed boolean, cpu text, memory_bytes bigint,
    storage text, os text, kind text)
), said AS (
  SELECT DISTINCT ON (server_id, fact) server_id, fact, value FROM server_fact_changes
  WHERE server_id = ANY ($1) ORDER BY server_id, fact, id DESC
), own AS (
  SELECT server_id, (max(value) FILTER (WHERE fact = 'cores'))::int AS cores,
    max(value) FILTER (WHERE fact = 'cpu') AS cpu,
    (max(value) FILTER (WHERE fact = 'memoryBytes'))::bigint AS memory_bytes,
    max(value) FILTER (WHERE fact = 'storage') AS storage,
    max(value) FILTER (WHERE fact = 'os') AS os,
    max(value) FILTER (WHERE fact = 'kind') AS kind
  FROM said GROUP BY server_id
), in_force AS (
  SELECT servers.id, coalesce(own.cores, read.cores) AS cores,
    own.cores IS NULL AND coalesce(read.cores_guessed, false) AS cores_guessed,
    coalesce(own.cpu, read.cpu) AS cpu,
    coalesce(own.memory_bytes, read.memory_bytes) AS memory_bytes,
    coalesce(own.storage, read.storage) AS storage,
    coalesce(own.os, read.os) AS os,
    coalesce(own.kind, read.kind) AS kind
  FROM servers
  LEFT JOIN own ON own.server_id = servers.id
  LEFT JOIN read ON read.server_id = servers.id
  WHERE servers.id = ANY ($1)
)
UPDATE servers SET cores = in_force.cores, cores_guessed = in_force.cores_guessed, cpu = in_force.cpu,
  memory_bytes = in_force.memory_bytes, storage = in_force.storage, os = in_force.os, machine_kind = in_force.kind
FROM in_force JOIN servers AS before USING (id)
WHERE servers.id = in_force.id AND (servers.cores, servers.cores_guessed, servers.cpu, servers.memory_bytes, servers.storage,
    servers.os, servers.machine_kind) IS DISTINCT FROM (in_force.cores, in_force.cores_guessed, in_force.cpu, in_force.memory_bytes,
    in_force.storage, in_force.os, in_force.kind)
RETURNING servers.id, servers.machine_kind IS DISTINCT FROM before.machine_kind AS "isOtherKind"`;

/**
 * Updates the facts of servers from read and given values. Code that adds, moves or removes runs, or changes given
 * values, calls it in the same transaction.
 */
export async function refreshServers(client: PoolClient, serverIds: readonly number[]): Promise<void> {
  if (serverIds.length === 0) return;
  // What another import read of them counts, too: it is waited for, and the next statement sees it.
  await client.query('SELECT FROM servers WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [serverIds]);
  const ids = [...new Set(serverIds)];
  const rows = await listRows<{ id: number; isOtherKind: boolean }>(client, REFRESH, [
    ids,
    JSON.stringify(await readOf(client, ids)),
  ]);
  if (rows.length > 0) noteShared(client);
  // Whether others use the machine decides how sure a change of its heatmaps can be.
  const judged = rows.flatMap(({ id, isOtherKind }) => (isOtherKind ? [id] : []));
  if (judged.length === 0) return;
  const heatmaps = await listRows<HeatmapKey>(
    client,
    'SELECT server_id AS "serverId", workload_id AS "workloadId" FROM heatmaps WHERE server_id = ANY ($1)',
    [judged],
  );
  noteRuns(client, heatmaps);
}

/**
 * Names are looked up first, and heatmaps: a cluster finds rows by their heatmaps, and follows names in no other
 * statement.
 */
async function readOf(client: PoolClient, serverIds: readonly number[]): Promise<unknown[]> {
  const names = await listRows<{ server: number; slug: string }>(client, NAMES, [serverIds]);
  const heatmaps = await listValues<number>(client, 'SELECT id FROM heatmaps WHERE server_id = ANY ($1)', [
    serverIds,
  ]);
  return listRows(client, READ, [...arraysOf(names, 'server', 'slug'), heatmaps]);
}
