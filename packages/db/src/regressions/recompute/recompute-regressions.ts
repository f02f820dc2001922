import type { Database } from '../../database';
import { inChange } from '../../epochs/changes';
import { type HeatmapKey, keyText } from '../../epochs/heatmap-key';
import { prepareQueue } from '../../jobs/queue-job';
import { arraysOf, listRows } from '../../rows';
import type { ChangeCounts } from './apply-plan';
import { evaluateHeatmap } from './evaluate-heatmap';

export interface RecomputeReport extends ChangeCounts {
  /** Heatmaps that were judged: those that the runs could change, and no other. */
  heatmaps: number;
}

/**
 * Brings the records up to date: judges every heatmap whose runs changed since it was judged last, and writes what
 * follows. One transaction for each heatmap, which imports of it wait for. Safe to repeat and to be interrupted: what is
 * not done stays stale.
 *
 * @param runIds only heatmaps of these runs, stale or not; left out: all that are stale
 */
export async function recomputeRegressions(
  database: Database,
  { runIds }: { runIds?: readonly number[] } = {},
): Promise<RecomputeReport> {
  await prepareQueue(database);
  const report: RecomputeReport = { heatmaps: 0, created: 0, changed: 0, fixed: 0, withdrawn: 0 };
  const asked = runIds ? await heatmapsOf(database, runIds) : await staleHeatmaps(database);
  const pooled = runIds ? [] : await pooledWith(database, asked);
  const done = new Set<string>();
  for (const [index, heatmap] of [...asked, ...pooled].entries()) {
    if (done.has(keyText(heatmap))) continue;
    const evaluated = await inChange(database, async (client) => {
      return evaluateHeatmap(client, heatmap, { always: runIds !== undefined || index >= asked.length });
    });
    for (const workloadId of evaluated.workloadIds) done.add(keyText({ ...heatmap, workloadId }));
    report.heatmaps += evaluated.workloadIds.length;
    for (const count of ['created', 'changed', 'fixed', 'withdrawn'] as const) {
      report[count] += evaluated.counts[count];
    }
  }
  return report;
}

async function heatmapsOf({ pool }: Database, runIds: readonly number[]): Promise<HeatmapKey[]> {
  return listRows<HeatmapKey>(
    pool,
    `SELECT DISTINCT server_id AS "serverId", workload_id AS "workloadId"
     FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id WHERE run_id = ANY ($1) ORDER BY 1, 2`,
    [runIds],
  );
}

async function staleHeatmaps({ pool }: Database): Promise<HeatmapKey[]> {
  return listRows<HeatmapKey>(
    pool,
    `SELECT server_id AS "serverId", workload_id AS "workloadId" FROM heatmaps
     WHERE stale_since IS NOT NULL ORDER BY stale_since, server_id, workload_id`,
  );
}

/** Workloads of few tests are judged with each other's pairs: those that a change of the given ones concerns. */
async function pooledWith({ pool }: Database, stale: readonly HeatmapKey[]): Promise<HeatmapKey[]> {
  if (stale.length === 0) return [];
  return listRows<HeatmapKey>(
    pool,
    `SELECT DISTINCT own.server_id AS "serverId", own.workload_id AS "workloadId"
     FROM unnest($1::int[], $2::int[]) AS asked (server_id, workload_id)
     JOIN workloads AS changed ON changed.id = asked.workload_id
     JOIN heatmaps AS own ON own.server_id = asked.server_id AND own.workload_id <> asked.workload_id
     JOIN workloads AS pooled ON pooled.id = own.workload_id AND pooled.benchmark_id = changed.benchmark_id
     WHERE (own.noise->>'testCount')::int BETWEEN 1 AND 2 AND own.run_count > 0 ORDER BY 1, 2`,
    arraysOf(stale, 'serverId', 'workloadId'),
  );
}
