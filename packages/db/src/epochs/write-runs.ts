import type { PoolClient } from 'pg';
import { arraysOf, findValue, getValue, listRows, listValues, valuesOf } from '../rows';
import { noteListed, noteRuns } from './changes';
import { findRunPlaces, heatmapIdOf } from './heatmap-ids';
import { byKey, type HeatmapKey, keyText } from './heatmap-key';
import { transactionTime } from './transaction-time';

/*
 * The only place that writes `runs`, `run_places` and `run_uploads`, together with `move-runs.ts`: the heatmaps that a
 * statement changes are noted. `writers.test.ts` reads the SQL of the others.
 */

const KEY = 'server_id AS "serverId", workload_id AS "workloadId"';

/** A run as a row; its place, and what was read of it. */
export interface RunRow extends HeatmapKey {
  variantId: number;
  uploadId: number;
  identity: string;
  label: string;
  path: string;
  /** ISO 8601, null if unknown. */
  startedAt: string | null;
  notes: string | null;
  isSummary: boolean;
  campaign: string | null;
  facts: Record<string, unknown>;
  rounds: unknown;
  /** The sources of its identity; null: the name of its directory. */
  identitySources: unknown;
}

function parametersOf(run: RunRow): unknown[] {
  return [
    ...valuesOf(
      run,
      'serverId',
      'workloadId',
      'variantId',
      'uploadId',
      'label',
      'path',
      'startedAt',
      'notes',
    ),
    ...valuesOf(run, 'isSummary', 'campaign'),
    JSON.stringify(run.facts),
    run.rounds ? JSON.stringify(run.rounds) : null,
    run.identitySources ? JSON.stringify(run.identitySources) : null,
  ];
}

/** A run that was written, and the heatmap that its results are keyed by. */
export interface WrittenRun {
  id: number;
  heatmapId: number;
}

export async function insertRun(client: PoolClient, run: RunRow): Promise<WrittenRun> {
  const heatmapId = await heatmapIdOf(client, run);
  const id = await getValue<number>(
    client,
    'INSERT INTO run_places (heatmap_id, upload_id, identity) VALUES ($1, $2, $3) RETURNING run_id AS id',
    [heatmapId, run.uploadId, run.identity],
  );
  await client.query(
    `INSERT INTO runs (heatmap_id, id, server_id, workload_id, variant_id, upload_id, label, path, started_at, at, notes,
       is_summary, campaign, facts, rounds, identity_sources)
     VALUES ($14, $15, $1, $2, $3, $4, $5, $6, $7, coalesce($7, $16::timestamptz), $8, $9, $10, $11, $12, $13)`,
    [...parametersOf(run), heatmapId, id, await transactionTime(client)],
  );
  noteRuns(client, [run]);
  return { id, heatmapId };
}

/** A run without a known start keeps the time at which it was first loaded, whatever date a correction gave it. */
const AT = `
SELECT coalesce($3::timestamptz, CASE WHEN as_read ->> 'startedAt' IS NULL AND as_read IS NOT NULL THEN (as_read ->> 'at')::timestamptz
  WHEN as_read IS NULL AND started_at IS NULL THEN at ELSE now() END)::text AS at
FROM runs WHERE heatmap_id = $1 AND id = $2`;

/**
 * Makes another run of one, which keeps its id, and removes its results.
 *
 * @returns the heatmap that it was in, and the run
 */
export async function replaceRun(
  client: PoolClient,
  id: number,
  run: RunRow,
): Promise<{ before: HeatmapKey; run: WrittenRun }> {
  const [before] = await findRunPlaces(client, [id]);
  if (!before) throw new Error(`Run ${id} is gone, although it is locked.`);
  const from = before.heatmapId;
  await client.query('DELETE FROM results WHERE heatmap_id = $1 AND run_id = $2', [from, id]);
  await client.query('DELETE FROM log_identities WHERE run_id = $1', [id]);
  const heatmapId = await heatmapIdOf(client, run);
  if (heatmapId !== from) await moveRuns(client, [{ id, from, into: heatmapId }]);
  await client.query('UPDATE run_places SET upload_id = $2, identity = $3 WHERE run_id = $1', [
    id,
    run.uploadId,
    run.identity,
  ]);
  const times = await findValue<string>(client, AT, [heatmapId, id, run.startedAt]);
  await client.query(
    `UPDATE runs SET server_id = $1, workload_id = $2, variant_id = $3, upload_id = $4, label = $5,
       path = $6, started_at = $7, notes = $8, is_summary = $9, campaign = $10, facts = $11, rounds = $12,
       identity_sources = $13, at = $16::timestamptz, as_read = NULL, corrected = '{}'
     WHERE heatmap_id = $14 AND id = $15`,
    [...parametersOf(run), heatmapId, id, times],
  );
  noteRuns(client, [before, run]);
  return { before, run: { id, heatmapId } };
}

/** The values of a run that count after corrections. */
export interface CountedRun extends HeatmapKey {
  id: number;
  variantId: number;
  startedAt: string | null;
  at: string;
  campaign: string | null;
  /** JSON of what was read; null where nothing is corrected. */
  asRead: string | null;
  corrected: readonly string[];
}

const PLACE = `
WITH news AS (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::text[],
    $7::jsonb[], $8::json[]) AS news (heatmap_id, id, variant_id, started_at, at, campaign, as_read, corrected)
)
UPDATE runs SET variant_id = news.variant_id, started_at = news.started_at, at = news.at, campaign = news.campaign,
  as_read = news.as_read, corrected = ARRAY(SELECT json_array_elements_text(news.corrected))
FROM news WHERE runs.heatmap_id = news.heatmap_id AND runs.id = news.id`;

/** Gives runs the place and the fields that count; they keep their results. */
export async function placeRuns(client: PoolClient, runs: readonly CountedRun[]): Promise<void> {
  const before = await findRunPlaces(
    client,
    runs.map(({ id }) => id),
  );
  const after = await heatmapIdsFor(client, runs);
  const into = new Map(runs.map((run) => [run.id, after.get(keyText(run)) ?? 0]));
  await moveRuns(
    client,
    before.flatMap(({ id, heatmapId: from }) => {
      const to = into.get(id) ?? from;
      return to === from ? [] : [{ id, from, into: to }];
    }),
  );
  await client.query(PLACE, [
    runs.map(({ id }) => into.get(id)),
    ...arraysOf(runs, 'id', 'variantId', 'startedAt', 'at', 'campaign', 'asRead'),
    runs.map(({ corrected }) => JSON.stringify(corrected)),
  ]);
  noteRuns(client, [...before, ...runs]);
}

/** Heatmaps by their keys, made if need be in one order for everybody. */
async function heatmapIdsFor(client: PoolClient, keys: readonly HeatmapKey[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const key of keys.toSorted(byKey)) {
    const text = keyText(key);
    if (!ids.has(text)) ids.set(text, await heatmapIdOf(client, key));
  }
  return ids;
}

/** Removes runs with their results and numbers. Missing runs are fine. */
export async function deleteRuns(client: PoolClient, ids: readonly number[]): Promise<void> {
  const places = await findRunPlaces(client, ids);
  if (places.length === 0) return;
  const heatmaps = [...new Set(places.map(({ heatmapId }) => heatmapId))];
  // A pair is stored with the first of its runs; the other may belong to another heatmap since.
  await client.query('DELETE FROM noise_exclusions WHERE other_id = ANY ($1)', [ids]);
  await client.query('DELETE FROM runs WHERE heatmap_id = ANY ($1) AND id = ANY ($2)', [heatmaps, ids]);
  await client.query('DELETE FROM run_places WHERE run_id = ANY ($1)', [ids]);
  noteRuns(client, places);
}

/** An upload carries a run, whichever upload it is stored with: it is of the campaigns of both. */
export async function carryRun(
  client: PoolClient,
  { id, heatmapId }: WrittenRun,
  { uploadId, campaign }: { uploadId: number; campaign: string | null },
): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO run_uploads (heatmap_id, run_id, upload_id, campaign) VALUES ($1, $2, $3, $4)
     ON CONFLICT (heatmap_id, run_id, upload_id) DO UPDATE SET campaign = excluded.campaign
     WHERE run_uploads.campaign IS DISTINCT FROM excluded.campaign`,
    [heatmapId, id, uploadId, campaign],
  );
  if (rowCount) noteRuns(client, await findRunPlaces(client, [id]));
}

/** Heatmaps of the runs that an upload carried: changes of the upload apply to them. */
export async function noteRunsOfUpload(client: PoolClient, uploadId: number): Promise<void> {
  const rows = await listRows<HeatmapKey>(
    client,
    `SELECT DISTINCT ${KEY} FROM heatmaps JOIN run_uploads ON heatmap_id = heatmaps.id WHERE run_uploads.upload_id = $1`,
    [uploadId],
  );
  noteRuns(client, rows);
}

/**
 * Removes an upload with its runs, files and diagnostics. Runs of others that it carried are of its campaign no more.
 */
export async function deleteUploads(client: PoolClient, ids: readonly number[]): Promise<void> {
  for (const id of ids) await noteRunsOfUpload(client, id);
  const rows = await listValues<number>(
    client,
    'SELECT run_id AS id FROM run_places WHERE upload_id = ANY ($1)',
    [ids],
  );
  await deleteRuns(client, rows);
  noteListed(client);
  await client.query('DELETE FROM uploads WHERE id = ANY ($1)', [ids]);
}

/** A run that counts in another heatmap from now on. */
export interface MovedRun {
  id: number;
  from: number;
  into: number;
}

const MOVED = 'unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS moved (id, heatmap_id, into_id)';

const RUN = `variant_id, upload_id, label, path, started_at, at, notes, is_summary, campaign, as_read, corrected, facts, rounds, identity_sources`;

const COPY_RUNS = `
INSERT INTO runs (heatmap_id, id, server_id, workload_id, ${RUN})
SELECT heatmaps.id, runs.id, heatmaps.server_id, heatmaps.workload_id, ${RUN}
FROM ${MOVED} JOIN runs ON runs.heatmap_id = moved.heatmap_id AND runs.id = moved.id JOIN heatmaps ON heatmaps.id = into_id`;

const COPY_RESULTS = `
INSERT INTO results (heatmap_id, id, run_id, test_id, repeat, clients, seconds, status, unit, command, tool, device)
SELECT into_id, part.id, run_id, test_id, repeat, clients, seconds, status, unit, command, tool, device
FROM ${MOVED} JOIN results AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_READINGS = `
INSERT INTO server_readings (heatmap_id, run_id, name, slug, cores, cpu, memory_bytes, storage, os, kind, cores_from_class,
  memory_from_class, kind_seen)
SELECT into_id, run_id, name, slug, cores, cpu, memory_bytes, storage, os, kind, cores_from_class, memory_from_class, kind_seen
FROM ${MOVED} JOIN server_readings AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_CARRIERS = `
INSERT INTO run_uploads (heatmap_id, run_id, upload_id, campaign) SELECT into_id, run_id, upload_id, campaign
FROM ${MOVED} JOIN run_uploads AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_EXCLUSIONS = `
INSERT INTO noise_exclusions (heatmap_id, id, run_id, other_id, reason, by, at, removed_by, removed_at)
SELECT into_id, part.id, run_id, other_id, reason, by, at, removed_by, removed_at
FROM ${MOVED} JOIN noise_exclusions AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_NUMBERS = `
INSERT INTO measurements (heatmap_id, result_id, value, artifact_id, line, line_end, source, metric, unit, formula, doubt)
SELECT into_id, result_id, value, artifact_id, line, line_end, source, metric, measurements.unit, formula, doubt
FROM ${MOVED} JOIN results ON results.heatmap_id = moved.heatmap_id AND run_id = moved.id
JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id`;

const REMOVE = `
DELETE FROM runs USING ${MOVED} WHERE runs.heatmap_id = moved.heatmap_id AND runs.id = moved.id`;

const NOTE_PLACES = `
UPDATE run_places SET heatmap_id = into_id FROM ${MOVED} WHERE run_id = moved.id`;

/**
 * Writes runs with their data into other heatmaps, and removes them where they were: the key that rows are stored by
 * is never updated. Ids stay, so links to runs, results and notes stay valid. `placeRuns` and `replaceRun`
 * note the heatmaps.
 */
export async function moveRuns(client: PoolClient, runs: readonly MovedRun[]): Promise<void> {
  if (runs.length === 0) return;
  const values = arraysOf(runs, 'id', 'from', 'into');
  const copies = [COPY_RUNS, COPY_RESULTS, COPY_NUMBERS, COPY_READINGS, COPY_CARRIERS, COPY_EXCLUSIONS];
  for (const sql of [...copies, REMOVE, NOTE_PLACES]) await client.query(sql, values);
}
