import { versionSortKey } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange, noteShown } from '../epochs/changes';
import { type HeatmapKey, keyText } from '../epochs/heatmap-key';
import { listRows } from '../rows';
import { evaluateHeatmap } from './recompute/evaluate-heatmap';

interface VersionRow {
  id: number;
  name: string;
  known: boolean;
  sortKey: string;
}

interface HeatmapRow extends HeatmapKey {
  isStale: boolean;
  /** Versions of one product of the heatmap. */
  versionIds: number[];
}

/** Modes of the fsync study are columns with a separate order: `0 no-sync`. */
const OWN_ORDER = /^-?\d+ /;

/**
 * Gives stored versions the keys of this program's version order, as byte order is only right among keys of one rule. Heatmaps
 * whose columns change places are judged again. Nothing happened to their software, so records change without an event
 * and without a message. Heatmaps that wait for their evaluation keep waiting. Safe to repeat, and to do twice at once.
 *
 * @returns how many keys were replaced, and how many heatmaps were judged again
 */
export async function orderVersions(database: Database): Promise<{ versions: number; heatmaps: number }> {
  const behind = await listBehind(database.pool);
  if (behind.length === 0) return { versions: 0, heatmaps: 0 };
  return inChange(database, async (client) => {
    const versions = await listRows<VersionRow>(client, `${VERSIONS} ORDER BY id FOR UPDATE`);
    const heatmaps = await listReordered(client, versions);
    const changed = versions.filter(isBehind);
    await client.query(
      `UPDATE versions SET sort_key = found.key FROM unnest($1::bigint[], $2::text[]) AS found (id, key)
       WHERE versions.id = found.id`,
      [changed.map(({ id }) => id), changed.map(keyOf)],
    );
    for (const noted of noteShown(client, heatmaps)) noted.areRunsChanged = true;
    const done = new Set<string>();
    for (const heatmap of heatmaps) {
      if (heatmap.isStale || done.has(keyText(heatmap))) continue;
      const { workloadIds } = await evaluateHeatmap(client, heatmap, { always: true, isSilent: true });
      for (const workloadId of workloadIds) done.add(keyText({ ...heatmap, workloadId }));
    }
    return { versions: changed.length, heatmaps: done.size };
  });
}

const VERSIONS = 'SELECT id, name, known, sort_key AS "sortKey" FROM versions';

async function listBehind(pool: Database['pool']): Promise<VersionRow[]> {
  return (await listRows<VersionRow>(pool, VERSIONS)).filter(isBehind);
}

function keyOf({ name, known, sortKey }: VersionRow): string {
  return OWN_ORDER.test(sortKey) ? sortKey : versionSortKey(name, known);
}

function isBehind(version: VersionRow): boolean {
  return keyOf(version) !== version.sortKey;
}

/** Heatmaps in which the new keys give versions of a product another order. */
async function listReordered(client: PoolClient, versions: readonly VersionRow[]): Promise<HeatmapRow[]> {
  const [before, after] = [placesBy(versions, ({ sortKey }) => sortKey), placesBy(versions, keyOf)];
  const heatmaps = await listRows<HeatmapRow>(
    client,
    `SELECT server_id AS "serverId", workload_id AS "workloadId", stale_since IS NOT NULL AS "isStale",
       array_agg(DISTINCT version_id) AS "versionIds"
     FROM heatmaps JOIN variants ON variants.id = ANY (variant_ids)
     GROUP BY heatmaps.id, server_id, workload_id, stale_since, product_id ORDER BY server_id, workload_id`,
  );
  const inOrder = (ids: readonly number[], places: ReadonlyMap<number, number>) =>
    ids.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).join(' ');
  return heatmaps.filter(({ versionIds }) => inOrder(versionIds, before) !== inOrder(versionIds, after));
}

/** Place of each version, by its id. */
function placesBy(
  versions: readonly VersionRow[],
  keyOfVersion: (version: VersionRow) => string,
): Map<number, number> {
  const keyed = versions.map((version) => ({ id: version.id, key: keyOfVersion(version) }));
  // Equal keys keep the order of their names, which the new keys end with.
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return new Map(keyed.map(({ id }, place) => [id, place]));
}
