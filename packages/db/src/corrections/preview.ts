import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { withoutEpoch } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { ConflictError } from '../errors';
import { takeImportLock } from '../import/import-lock';
import { prepareQueue } from '../jobs/queue-job';
import { evaluateHeatmap, planHeatmap } from '../regressions/recompute/evaluate-heatmap';
import { listSiblings } from '../regressions/recompute/sibling-tables';
import type { CorrectionPreview, RunPreview } from '../types/corrections';
import type { HeatmapAddress } from '../types/servers';
import { describeRecords, type ServerPlan } from './describe-records';
import { addressKey, describeHeatmaps, loadContents } from './heatmap-contents';
import type { StoredReading } from './load-readings';
import { countPermalinks } from './permalinks-of';
import { attributesOf } from './run-reading';
import { serverChanges, serverRuns } from './server-runs';

/** What a change of runs changed: what a preview is made of. */
export interface ChangedRuns {
  revision: string;
  before: readonly StoredReading[];
  after: readonly StoredReading[];
}

export interface PreviewOptions {
  /** How long it waits for an import. Default 5 s. */
  lockWaitMs?: number;
}

/** With more heatmaps than this, judging all of them would keep imports waiting for too long. */
const MAX_JUDGED = 40;
/** How long a preview waits for an import that is being stored. */
const LOCK_WAIT_MS = 5000;
/** PostgreSQL's code for a lock that was not given in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Finds out what a change of runs would do by doing it, judging what it touches, and taking everything back: the same
 * code
 * as the change itself, so the two can't differ. Nothing is stored.
 *
 * @param change within the transaction; called twice when a heatmap has not been judged since its runs changed
 * @throws ConflictError when an import holds the lock for too long
 */
export async function previewChange<T extends ChangedRuns>(
  database: Database,
  change: (client: PoolClient) => Promise<T>,
  { lockWaitMs = LOCK_WAIT_MS }: PreviewOptions = {},
): Promise<{ changed: T; preview: Omit<CorrectionPreview, 'undoes'> }> {
  await prepareQueue(database);
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await lockShortly(client, lockWaitMs);
    return await withoutEpoch(client, () => tryOut(client, change));
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
}

async function lockShortly(client: PoolClient, waitMs: number): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
  try {
    await takeImportLock(client);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new ConflictError('IMPORT_BUSY', 'An upload is being stored just now. Try again in a moment.');
  }
}

async function tryOut<T extends ChangedRuns>(
  client: PoolClient,
  change: (client: PoolClient) => Promise<T>,
): Promise<{ changed: T; preview: Omit<CorrectionPreview, 'undoes'> }> {
  await client.query('SAVEPOINT before_change');
  let changed = await change(client);
  const heatmaps = touched(changed);
  await client.query('ROLLBACK TO SAVEPOINT before_change');
  const isJudged = heatmaps.length <= MAX_JUDGED;
  // Changes by a recent upload must not count as effects of this change.
  if (isJudged) await judgeStale(client, heatmaps);
  const before = {
    contents: await loadContents(client, heatmaps),
    servers: await serverRuns(client, heatmaps),
  };
  changed = await change(client);
  const after = {
    contents: await loadContents(client, heatmaps),
    servers: await serverRuns(client, heatmaps),
  };
  const runs = toRunPreviews(changed);
  const preview = {
    revision: changed.revision,
    runs,
    results: runs.reduce((sum, { results }) => sum + results, 0),
    heatmaps: await describeHeatmaps(client, heatmaps, { before: before.contents, after: after.contents }),
    records: isJudged ? await describeRecords(client, await planAll(client, heatmaps)) : null,
    servers: serverChanges(before.servers, after.servers),
    permalinks: await countPermalinks(client, heatmaps),
  };
  return { changed, preview };
}

/** Heatmaps that runs leave, and those that they come to; in a heatmap that they stay in, their column may differ. */
function touched({ before, after }: ChangedRuns): HeatmapAddress[] {
  const places = [...after, ...before].map(({ counted: { place } }) => place);
  const distinct = new Map(
    places.map(({ server, workload }) => [addressKey({ server, workload }), { server, workload }]),
  );
  return [...distinct.values()];
}

async function judgeStale(client: PoolClient, heatmaps: readonly HeatmapAddress[]): Promise<void> {
  for (const key of await keysOf(client, heatmaps)) await evaluateHeatmap(client, key, false);
}

async function planAll(client: PoolClient, heatmaps: readonly HeatmapAddress[]): Promise<ServerPlan[]> {
  const plans: ServerPlan[] = [];
  const done = new Set<string>();
  for (const { serverId, workloadId } of await keysOf(client, heatmaps)) {
    if (done.has(`${serverId} ${workloadId}`)) continue;
    const workloadIds = await listSiblings(client, { serverId, workloadId });
    for (const id of workloadIds) done.add(`${serverId} ${id}`);
    plans.push({ serverId, ...(await planHeatmap(client, serverId, workloadIds)) });
  }
  return plans;
}

async function keysOf(client: PoolClient, heatmaps: readonly HeatmapAddress[]): Promise<HeatmapKey[]> {
  const { rows } = await client.query<HeatmapKey>(
    `SELECT servers.id AS "serverId", workloads.id AS "workloadId"
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (server, workload, place)
     JOIN servers ON servers.slug = asked.server JOIN workloads ON workloads.slug = asked.workload ORDER BY place`,
    [heatmaps.map(({ server }) => server), heatmaps.map(({ workload }) => workload)],
  );
  return rows;
}

function toRunPreviews({ before, after }: ChangedRuns): RunPreview[] {
  const byId = new Map(after.map((run) => [run.id, run.counted]));
  return before.flatMap(({ id, label, results, asRead, counted }) => {
    const now = byId.get(id);
    return now
      ? [{ id: String(id), label, results, asRead: attributesOf(asRead), before: counted, after: now }]
      : [];
  });
}
