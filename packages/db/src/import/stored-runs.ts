import type { PoolClient } from 'pg';
import { listRows, listValues, valuesOf } from '../rows';

/** A run in the database that shares logs with one that is being imported. */
export interface StoredRun {
  id: number;
  heatmapId: number;
  uploadId: number;
  label: string;
  identity: string;
  /** sha256 of its logs. */
  logs: ReadonlySet<string>;
  measurements: number;
}

/** How the run of an upload is found again when its logs have other bytes: rules of masking find more than before. */
export interface PlaceOfRun {
  uploadId: number;
  label: string;
  path: string;
  benchmark: string;
}

/**
 * Runs that hold any of these logs, or that have this identity (a run that failed in every test has no logs). If none
 * of them is of this upload, also the run that this upload has at this place. Nobody else changes them until the end of
 * the transaction.
 */
export async function findStoredRuns(
  client: PoolClient,
  { identity, logs, place }: { identity: string; logs: readonly string[]; place: PlaceOfRun },
): Promise<StoredRun[]> {
  const ids = await listValues<number>(client, FIND, [
    ...[identity, logs],
    ...valuesOf(place, 'uploadId', 'label', 'path', 'benchmark'),
  ]);
  if (ids.length === 0) return [];
  const locked = await listValues<number>(
    client,
    'SELECT heatmap_id FROM run_places WHERE run_id = ANY ($1) ORDER BY run_id FOR NO KEY UPDATE',
    [ids],
  );
  const rows = await listRows<Omit<StoredRun, 'logs'>>(client, DETAILS, [[...new Set(locked)], ids]);
  const logsOf = new Map<number, Set<string>>(ids.map((id) => [id, new Set()]));
  const identities = await listRows<{ id: number; log: string }>(client, LOGS, [ids]);
  for (const { id, log } of identities) logsOf.get(id)?.add(log);
  return rows.map((row) => ({ ...row, logs: logsOf.get(row.id) ?? new Set() }));
}

/** Not in the statement of the runs: a log is found by its sum, wherever its run is. */
const LOGS = 'SELECT run_id AS id, sha256 AS log FROM log_identities WHERE run_id = ANY ($1)';

/** Of an upload that is read again, its run at this place, unless logs or identity tell one of it. */
const FIND = `
WITH found AS (
  SELECT run_id FROM run_places WHERE identity = $1
  UNION
  SELECT run_id FROM log_identities WHERE sha256 = ANY ($2)
)
SELECT run_id AS id FROM found
UNION
SELECT runs.id FROM run_places
JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
JOIN workloads ON workloads.id = workload_id
WHERE run_places.upload_id = $3 AND runs.label = $4 AND runs.path = $5 AND workloads.benchmark_id = $6
  AND NOT EXISTS (SELECT FROM found JOIN run_places AS others USING (run_id) WHERE others.upload_id = $3)`;

const DETAILS = `
SELECT runs.id, runs.heatmap_id AS "heatmapId", runs.upload_id AS "uploadId", runs.label, run_places.identity,
  (SELECT count(*)::int FROM results JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id
   WHERE results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id) AS measurements
FROM runs JOIN run_places ON run_places.run_id = runs.id
WHERE runs.heatmap_id = ANY ($1) AND runs.id = ANY ($2)
ORDER BY runs.id`;

/**
 * What to do with a run that is being imported.
 * - insert: nothing of it is stored.
 * - replace: it is stored, and this upload knows it better: read by newer parsers, or more of its files.
 * - keep: it is stored as well or better.
 */
export type StorePlan = { action: 'insert' } | { action: 'replace' | 'keep'; run: StoredRun };

/** A run that is being imported. */
export interface IncomingRun {
  identity: string;
  logs: ReadonlySet<string>;
  measurements: number;
  /** It replaces what is stored, even if it has fewer numbers. */
  replacesWithFewer: boolean;
  /** All logs of its upload if a layout groups them, else none. */
  uploadLogs: ReadonlySet<string>;
}

/** True for a run of fewer logs that the incoming one joins: of the same upload, or grouped by a layout since. */
export function isPartOf(run: StoredRun, incoming: IncomingRun, uploadId: number): boolean {
  const isGroupedSince = run.uploadId === uploadId || incoming.uploadLogs.size > 0;
  return isGroupedSince && run.identity !== incoming.identity && isSubset(run.logs, incoming.logs);
}

/**
 * Decides by content, never by name: the same run has the same logs.
 *
 * @param stored runs that share logs with the incoming one
 * @param uploadId of the upload that is being imported
 */
export function planStore(stored: readonly StoredRun[], uploadId: number, incoming: IncomingRun): StorePlan {
  const same = stored.find(({ identity }) => identity === incoming.identity);
  const own = stored.find((run) => run.uploadId === uploadId);
  if (own && (!same || same === own)) return { action: 'replace', run: own };
  if (same) {
    const isBetter = incoming.replacesWithFewer || incoming.measurements > same.measurements;
    return { action: isBetter ? 'replace' : 'keep', run: same };
  }
  const regrouped = stored.find(({ logs }) => isSubset(logs, incoming.uploadLogs));
  if (regrouped) return { action: 'replace', run: regrouped };
  const [first, ...others] = stored;
  if (!first) return { action: 'insert' };
  const storedLogs = new Set(stored.flatMap(({ logs }) => [...logs]));
  if (isSubset(incoming.logs, storedLogs)) return { action: 'keep', run: first };
  const isMoreOfOne = others.length === 0 && isSubset(first.logs, incoming.logs);
  return isMoreOfOne ? { action: 'replace', run: first } : { action: 'insert' };
}

/** True when the stored run has everything of the incoming one. */
export function isCopy(incoming: IncomingRun, stored: StoredRun): boolean {
  return incoming.identity === stored.identity || isSubset(incoming.logs, stored.logs);
}

/** An empty list is not a subset: a run that failed in every test is known by its identity only. */
function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size > 0 && [...part].every((member) => whole.has(member));
}
