import { RULE_VERSION } from '@basecase/analysis';
import { benchmarkModel } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../../database';
import { takeImportLock } from '../../import/import-lock';
import { prepareQueue } from '../../jobs/queue-job';
import { queueDeliveries } from '../../webhooks/queue-deliveries';
import { loadHeatmap, variantMatrix } from '../load-heatmap';
import { heatmapNoise } from '../noise/heatmap-noise';
import { type NoiseSummary, noiseSummary } from '../noise/noise-view';
import { lockRecords, type RecordChange } from '../stored-record';
import { applyPlan, type ChangeCounts } from './apply-plan';
import { findChanges } from './find-changes';
import { planRecords } from './plan-records';
import { type JudgedCells, listSiblings, noteJudged, notJudgedYet } from './sibling-tables';
import { toRecordChange } from './to-record-change';

export interface RecomputeReport extends ChangeCounts {
  /** Heatmaps that were judged: those that the runs could change, and no other. */
  heatmaps: number;
}

interface HeatmapKey {
  serverId: number;
  workloadId: number;
}

/**
 * Brings the records up to date: judges every heatmap whose runs changed since it was judged last, and writes what
 * follows. One transaction for each heatmap, and no import at the same time. Safe to repeat and to be interrupted: what is
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
  const done = new Set<string>();
  for (const heatmap of asked) {
    if (done.has(keyOf(heatmap))) continue;
    const evaluated = await inTransaction(database, (client) =>
      evaluate(client, heatmap, runIds !== undefined),
    );
    for (const workloadId of evaluated.workloadIds) done.add(keyOf({ ...heatmap, workloadId }));
    report.heatmaps += evaluated.workloadIds.length;
    for (const count of ['created', 'changed', 'fixed', 'withdrawn'] as const) {
      report[count] += evaluated.counts[count];
    }
  }
  return report;
}

function keyOf({ serverId, workloadId }: HeatmapKey): string {
  return `${serverId} ${workloadId}`;
}

async function heatmapsOf({ pool }: Database, runIds: readonly number[]): Promise<HeatmapKey[]> {
  const { rows } = await pool.query<HeatmapKey>(
    `SELECT DISTINCT server_id AS "serverId", workload_id AS "workloadId" FROM runs WHERE id = ANY ($1) ORDER BY 1, 2`,
    [runIds],
  );
  return rows;
}

async function staleHeatmaps({ pool }: Database): Promise<HeatmapKey[]> {
  const { rows } = await pool.query<HeatmapKey>(
    `SELECT server_id AS "serverId", workload_id AS "workloadId" FROM heatmap_evaluations
     WHERE stale_since IS NOT NULL ORDER BY stale_since, server_id, workload_id`,
  );
  return rows;
}

const NOTHING: ChangeCounts = { created: 0, changed: 0, fixed: 0, withdrawn: 0 };

async function evaluate(
  client: PoolClient,
  { serverId, workloadId }: HeatmapKey,
  always: boolean,
): Promise<{ workloadIds: number[]; counts: ChangeCounts }> {
  // No run comes or goes meanwhile: the numbers of a record are those of one state of the database.
  await takeImportLock(client);
  const workloadIds = await listSiblings(client, { serverId, workloadId });
  const { rows } = await client.query<{ stale: boolean }>(
    `SELECT stale_since IS NOT NULL AS stale FROM heatmap_evaluations
     WHERE server_id = $1 AND workload_id = ANY ($2) ORDER BY workload_id FOR UPDATE`,
    [serverId, workloadIds],
  );
  if (!always && !rows.some(({ stale }) => stale)) return { workloadIds: [], counts: NOTHING };
  const { changes, testKey, noise } = await changesOf(client, serverId, workloadIds);
  const records = await lockRecords(client, serverId, workloadIds);
  const { counts, news } = await applyPlan(client, { serverId, testKey }, planRecords(records, changes));
  await queueDeliveries(client, news);
  await markEvaluated(client, serverId, { workloadIds, noise });
  return { workloadIds, counts };
}

async function changesOf(client: PoolClient, serverId: number, workloadIds: readonly number[]) {
  const judged: JudgedCells = new Set();
  const changes: RecordChange[] = [];
  const keys = new Map<number, string>();
  const summaries = new Map<number, NoiseSummary>();
  for (const workloadId of workloadIds) {
    const heatmap = await loadHeatmap(client, { serverId, workloadId });
    if (!heatmap) continue;
    for (const { id, key } of heatmap.tests) keys.set(id, key);
    if (benchmarkModel(heatmap.benchmark).hasReleases === false) continue;
    // The place of a version that nobody knows is a guess: nothing can be "since" it.
    const known = { ...heatmap, runs: heatmap.runs.filter(({ versionKnown }) => versionKnown) };
    const matrix = variantMatrix(known);
    const noise = heatmapNoise(known);
    if (matrix.rows.length > 0) summaries.set(workloadId, noiseSummary(noise, matrix.rows));
    const productIds = new Map(known.runs.map((run) => [run.product, run.productId]));
    for (const product of new Set(matrix.columns.map((column) => column.product))) {
      const found = notJudgedYet(findChanges(matrix, { noise, product }), matrix, judged);
      changes.push(...found.flatMap((change) => toRecordChange(known, matrix, { change, productIds }) ?? []));
    }
    noteJudged(judged, matrix);
  }
  return { changes, noise: summaries, testKey: (id: number) => keys.get(id) ?? '' };
}

async function markEvaluated(
  client: PoolClient,
  serverId: number,
  { workloadIds, noise }: { workloadIds: readonly number[]; noise: ReadonlyMap<number, NoiseSummary> },
): Promise<void> {
  for (const workloadId of workloadIds) {
    const summary = noise.get(workloadId);
    await client.query(
      `INSERT INTO heatmap_evaluations (server_id, workload_id, evaluated_at, rule_version, noise)
       VALUES ($1, $2, now(), $3, $4)
       ON CONFLICT (server_id, workload_id) DO UPDATE SET stale_since = NULL, evaluated_at = now(),
         rule_version = excluded.rule_version, noise = excluded.noise`,
      [serverId, workloadId, RULE_VERSION, summary ? JSON.stringify(summary) : null],
    );
  }
}
