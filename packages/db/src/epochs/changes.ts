import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../database';
import { arraysOf, getValue } from '../rows';
import { againAfterDeadlock } from './deadlock';
import { lockEpochs } from './epoch-lock';
import { byKey, type HeatmapKey, keyText } from './heatmap-key';
import { countRunsOf, makeHeatmaps } from './heatmap-rows';

/*
 * Every transaction that changes something that pages show is one of `inChange`, and notes what it changed. At its end
 * the rows of the heatmaps are brought up to date, and the change gets the next epoch: readers keep answers under the
 * epochs of what they read (apps/web/src/server/epochs). A write that notes nothing would leave them with old numbers,
 * so a note outside of `inChange` throws, and `writers.test.ts` reads which files write which tables.
 */

interface NotedHeatmap extends HeatmapKey {
  areRunsChanged: boolean;
  isStale: boolean;
}

/** What one transaction changed so far. */
interface Changes {
  /** By their text. */
  heatmaps: Map<string, NotedHeatmap>;
  isShared: boolean;
  isListed: boolean;
}

const underWay = new WeakMap<PoolClient, Changes>();

/**
 * One transaction that changes what pages show: all of it is stored with its epoch, or nothing.
 * Whatever `work` throws is thrown on after the rollback. One that PostgreSQL ended to let another go on is done again.
 *
 * @param work can be done again when it was taken back
 * @param beforeEnd runs when the heatmaps are up to date, and notes nothing; its argument is whether some must be
 * judged again
 */
export async function inChange<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
  beforeEnd: (client: PoolClient, areStale: boolean) => Promise<void> = async () => {},
): Promise<T> {
  const once = (client: PoolClient) =>
    noting(client, async (changes) => {
      const result = await work(client);
      const heatmaps = [...changes.heatmaps.values()].sort(byKey);
      await countRunsOf(
        client,
        heatmaps.filter(({ areRunsChanged }) => areRunsChanged),
      );
      await beforeEnd(
        client,
        heatmaps.some(({ isStale }) => isStale),
      );
      if (heatmaps.length > 0 || changes.isShared || changes.isListed)
        await takeEpoch(client, heatmaps, changes.isShared);
      return result;
    });
  return againAfterDeadlock(() => inTransaction(database, once));
}

/** Does something in a transaction and takes it back: what it notes leads to nothing. */
export async function takenBack<T>({ pool }: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    return await noting(client, () => work(client));
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      // The connection itself is gone: the server rolls back, and the pool must not reuse it.
      broken = error;
    });
    client.release(broken);
  }
}

/** Runs of these heatmaps came, went or changed, or what they are judged by did: they are counted and judged again. */
export function noteRuns(client: PoolClient, keys: readonly HeatmapKey[]): void {
  for (const noted of noteShown(client, keys)) Object.assign(noted, { areRunsChanged: true, isStale: true });
}

/** These heatmaps were judged in this transaction, as their runs are now. */
export function noteEvaluated(client: PoolClient, keys: readonly HeatmapKey[]): void {
  for (const noted of noteShown(client, keys)) noted.isStale = false;
}

/**
 * What is shown of these heatmaps besides their runs changed: verdicts, records, triage.
 *
 * @returns what is noted of them
 */
export function noteShown(client: PoolClient, keys: readonly HeatmapKey[]): NotedHeatmap[] {
  const { heatmaps } = changesOf(client);
  return keys.map(({ serverId, workloadId }) => {
    const text = keyText({ serverId, workloadId });
    const noted = heatmaps.get(text) ?? { serverId, workloadId, areRunsChanged: false, isStale: false };
    heatmaps.set(text, noted);
    return noted;
  });
}

/** Something changed that any heatmap may show: a fact of a server, a name, a text, an annotation. */
export function noteShared(client: PoolClient): void {
  changesOf(client).isShared = true;
}

/** Something changed that only lists show, such as an upload without runs. */
export function noteListed(client: PoolClient): void {
  changesOf(client).isListed = true;
}

async function noting<T>(client: PoolClient, work: (changes: Changes) => Promise<T>): Promise<T> {
  const changes: Changes = { heatmaps: new Map(), isShared: false, isListed: false };
  underWay.set(client, changes);
  try {
    return await work(changes);
  } finally {
    underWay.delete(client);
  }
}

function changesOf(client: PoolClient): Changes {
  const changes = underWay.get(client);
  if (!changes)
    throw new Error('Data of pages was changed in a transaction outside of inChange: see epochs/changes.ts.');
  return changes;
}

/** Two statements: `epochs` is on the coordinator of a cluster alone, and each node has a copy of `heatmaps`. */
const TAKE = `
UPDATE epochs SET newest = newest + 1, shared = CASE WHEN $1 THEN newest + 1 ELSE shared END RETURNING newest`;

const GIVE = `
UPDATE heatmaps SET epoch = $3 FROM unnest($1::int[], $2::int[]) AS noted (server_id, workload_id)
WHERE heatmaps.server_id = noted.server_id AND heatmaps.workload_id = noted.workload_id`;

/**
 * Last of all in the transaction: from here to its end no other transaction gets an epoch, so they become visible in
 * their order.
 */
async function takeEpoch(
  client: PoolClient,
  keys: readonly NotedHeatmap[],
  isShared: boolean,
): Promise<void> {
  // Those whose runs changed have their rows already, which were locked.
  await makeHeatmaps(
    client,
    keys.filter(({ areRunsChanged }) => !areRunsChanged),
  );
  await lockEpochs(client);
  const newest = await getValue<number>(client, TAKE, [isShared]);
  if (keys.length > 0) await client.query(GIVE, [...arraysOf(keys, 'serverId', 'workloadId'), newest]);
}
