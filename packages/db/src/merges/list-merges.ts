import type { Pool } from 'pg';
import { heatmapIdsOfServer } from '../epochs/heatmap-ids';
import { toWorkloadView, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import { NAMES_OF_SERVERS } from '../servers/refresh-servers';
import type { WorkloadMergeEntry } from '../types/merges';
import type { ServerNameView } from '../types/server-page';

const NAMES = `
WITH RECURSIVE ${NAMES_OF_SERVERS}
SELECT names.slug, servers.name, corrections.id::text AS correction, by, corrections.at, reason
FROM names JOIN servers ON servers.id = names.id LEFT JOIN corrections ON corrections.id = correction_id
ORDER BY correction_id NULLS FIRST`;

/** A cluster counts where the heatmaps are, and follows names in no such statement. */
const RUNS_BY_NAME = `
SELECT slug, count(*)::int AS runs FROM server_readings WHERE heatmap_id = ANY ($1) AND slug = ANY ($2) GROUP BY slug`;

interface NameRow extends Omit<ServerNameView, 'merge' | 'runs'> {
  correction: string | null;
  by: string | null;
  at: Date | null;
  reason: string | null;
}

/** The names under which uploads come to a server; its own is the first. */
export async function listServerNames(pool: Pool, serverId: number): Promise<ServerNameView[]> {
  const { rows } = await pool.query<NameRow>(NAMES, [[serverId]]);
  const { rows: counts } = await pool.query<{ slug: string; runs: number }>(RUNS_BY_NAME, [
    await heatmapIdsOfServer(pool, serverId),
    rows.map(({ slug }) => slug),
  ]);
  const runs = new Map(counts.map((counted) => [counted.slug, counted.runs]));
  return rows.map(({ correction, by, at, reason, ...name }) => ({
    ...name,
    runs: runs.get(name.slug) ?? 0,
    merge:
      correction === null || by === null || at === null || reason === null
        ? null
        : { correction, by, at: at.toISOString(), reason },
  }));
}

const WORKLOAD_MERGES = `
SELECT corrections.id::text AS id, by, at, reason, on_server_id IS NULL AS "isEverywhere",
  (SELECT ${WORKLOAD_JSON} FROM workloads WHERE id = merges.workload_id) AS "from",
  (SELECT ${WORKLOAD_JSON} FROM workloads WHERE id = merges.into_workload_id) AS "into",
  (SELECT count(*)::int FROM correction_runs JOIN run_places USING (run_id) JOIN heatmaps ON heatmaps.id = heatmap_id
   WHERE correction_id = corrections.id AND heatmaps.server_id = $1) AS runs
FROM merges JOIN corrections ON corrections.id = correction_id
WHERE in_force AND workload_id IS NOT NULL AND (on_server_id = $1 OR (on_server_id IS NULL AND EXISTS (
  SELECT FROM correction_runs JOIN run_places USING (run_id) JOIN heatmaps ON heatmaps.id = heatmap_id
  WHERE correction_id = corrections.id AND heatmaps.server_id = $1)))
ORDER BY corrections.id DESC`;

interface MergeRow extends Omit<WorkloadMergeEntry, 'from' | 'into' | 'at'> {
  at: Date;
  from: WorkloadRow;
  into: WorkloadRow;
}

/** Workloads that are merged on a server, the newest merge first. */
export async function listWorkloadMerges(pool: Pool, serverId: number): Promise<WorkloadMergeEntry[]> {
  const { rows } = await pool.query<MergeRow>(WORKLOAD_MERGES, [serverId]);
  return rows.map(({ at, from, into, ...row }) => ({
    ...row,
    at: at.toISOString(),
    from: toWorkloadView(from, 'uploaded'),
    into: toWorkloadView(into, 'uploaded'),
  }));
}
