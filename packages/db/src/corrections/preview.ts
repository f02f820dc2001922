import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { takenBack } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { ConflictError } from '../errors';
import { takeImportLock } from '../import/import-lock';
import { prepareQueue } from '../jobs/queue-job';
import { JOIN_BUILDS, VERSION_TEXT } from '../queries/build-sql';
import { comparePath } from '../queries/compare-path';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import { evaluateHeatmap, planHeatmap } from '../regressions/recompute/evaluate-heatmap';
import { listSiblings } from '../regressions/recompute/sibling-tables';
import { arraysOf, listRows } from '../rows';
import type { CorrectionPreview, HeatmapChange, RunPreview } from '../types/corrections';
import type { HeatmapAddress } from '../types/servers';
import type { ServerName } from '../types/workloads';
import { describeRecords, type ServerPlan } from './describe-records';
import type { StoredReading } from './load-readings';
import { countPermalinks } from './permalinks-of';
import { attributesOf } from './run-reading';

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
 * code as the change itself, so the two can't differ. Nothing is stored.
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
  return takenBack(database, async (client) => {
    await lockShortly(client, lockWaitMs);
    return tryOut(client, change);
  });
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
  const look = async () => ({
    contents: await loadContents(client, heatmaps),
    servers: await serverRuns(client, heatmaps),
  });
  const before = await look();
  changed = await change(client);
  const after = await look();
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
  for (const key of await keysOf(client, heatmaps)) await evaluateHeatmap(client, key);
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
  return listRows<HeatmapKey>(
    client,
    `SELECT servers.id AS "serverId", workloads.id AS "workloadId"
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (server, workload, place)
     JOIN servers ON servers.slug = asked.server JOIN workloads ON workloads.slug = asked.workload ORDER BY place`,
    arraysOf(heatmaps, 'server', 'workload'),
  );
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

type ServerRuns = ReadonlyMap<string, { server: ServerName; runs: number }>;

/** How many runs the servers of these heatmaps have in all, by slug; a server that does not exist yet is left out. */
async function serverRuns(client: PoolClient, heatmaps: readonly HeatmapAddress[]): Promise<ServerRuns> {
  const rows = await listRows<ServerName & { runs: number }>(
    client,
    `SELECT slug, name, cores, (SELECT count(*)::int FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
       WHERE heatmaps.server_id = servers.id) AS runs
     FROM servers WHERE slug = ANY ($1) ORDER BY slug`,
    [heatmaps.map(({ server }) => server)],
  );
  return new Map(rows.map(({ runs, ...server }) => [server.slug, { server, runs }]));
}

/** Servers that got their first run, and those that lost their last one. */
function serverChanges(before: ServerRuns, after: ServerRuns): CorrectionPreview['servers'] {
  return [...after].flatMap(([slug, { server, runs }]): CorrectionPreview['servers'] => {
    const had = before.get(slug)?.runs ?? 0;
    if (had === 0 && runs > 0) return [{ server, change: 'new' }];
    return had > 0 && runs === 0 ? [{ server, change: 'emptied' }] : [];
  });
}

/** How many runs each column of a heatmap has, by the name of the column. */
type Columns = ReadonlyMap<string, number>;

/** Heatmaps by address, each with its columns. */
type HeatmapContents = ReadonlyMap<string, Columns>;

const COLUMNS = `
SELECT servers.slug AS server, workloads.slug AS workload,
  concat_ws(' ', products.name, ${VERSION_TEXT}, flavour, configs.name) AS column, count(*)::int AS runs
FROM unnest($1::text[], $2::text[]) AS asked (server, workload)
JOIN servers ON servers.slug = asked.server JOIN workloads ON workloads.slug = asked.workload
JOIN heatmaps ON heatmaps.server_id = servers.id AND heatmaps.workload_id = workloads.id
JOIN runs ON runs.heatmap_id = heatmaps.id
JOIN variants ON variants.id = variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = version_id
LEFT JOIN configs ON configs.id = config_id
${JOIN_BUILDS}
GROUP BY 1, 2, 3, products.name, versions.sort_key ORDER BY products.name, versions.sort_key, 3`;

/** What heatmaps hold now; those without runs have no columns. */
async function loadContents(
  client: PoolClient,
  heatmaps: readonly HeatmapAddress[],
): Promise<HeatmapContents> {
  const rows = await listRows<HeatmapAddress & { column: string; runs: number }>(
    client,
    COLUMNS,
    arraysOf(heatmaps, 'server', 'workload'),
  );
  const contents = new Map(heatmaps.map((heatmap) => [addressKey(heatmap), new Map<string, number>()]));
  for (const row of rows) contents.get(addressKey(row))?.set(row.column, row.runs);
  return contents;
}

const VIEWS = `
SELECT ${HEATMAP_COLUMNS}
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (server, workload, place)
JOIN servers ON servers.slug = asked.server JOIN workloads ON workloads.slug = asked.workload
ORDER BY place`;

/** What changed of heatmaps, from their contents before and after. */
async function describeHeatmaps(
  client: PoolClient,
  heatmaps: readonly HeatmapAddress[],
  { before, after }: { before: HeatmapContents; after: HeatmapContents },
): Promise<HeatmapChange[]> {
  const rows = await listRows<HeatmapRow>(client, VIEWS, arraysOf(heatmaps, 'server', 'workload'));
  return rows.map((row) => {
    const { server, workload } = toHeatmapViews(row, []);
    const address = { server: server.slug, workload: workload.slug };
    const [old, now] = [before, after].map(
      (contents) => contents.get(addressKey(address)) ?? new Map<string, number>(),
    ) as [Columns, Columns];
    return {
      server: { slug: server.slug, name: server.name, cores: server.cores },
      workload: { slug: workload.slug, label: [workload.label, ...workload.details].join(', ') },
      benchmark: workload.benchmark,
      comparePath: comparePath(address),
      runs: { before: sumOf(old), after: sumOf(now) },
      columns: { before: old.size, after: now.size },
      gained: [...now.keys()].filter((column) => !old.has(column)),
      lost: [...old.keys()].filter((column) => !now.has(column)),
    };
  });
}

export function addressKey({ server, workload }: HeatmapAddress): string {
  return `${server} ${workload}`;
}

function sumOf(columns: Columns): number {
  return [...columns.values()].reduce((sum, runs) => sum + runs, 0);
}
