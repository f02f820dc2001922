import type { PoolClient } from 'pg';
import { noteListed, noteRuns } from './changes';
import type { HeatmapKey } from './heatmap-key';

/*
 * The only place that writes `runs` and `run_uploads`: each statement gives the heatmaps that it changed, and they are
 * noted. `write-runs.test.ts` reads the SQL of the others.
 */

const KEY = 'server_id AS "serverId", workload_id AS "workloadId"';

/** A run as a row; its place, and what was read of it. */
export interface RunRow extends HeatmapKey {
  variantId: number;
  uploadId: number;
  identity: string;
  label: string;
  path: string;
  /** ISO 8601, null when nobody knows. */
  startedAt: string | null;
  notes: string | null;
  isSummary: boolean;
  campaign: string | null;
  facts: Record<string, unknown>;
  rounds: unknown;
}

function valuesOf(run: RunRow): unknown[] {
  return [
    run.serverId,
    run.workloadId,
    run.variantId,
    run.uploadId,
    run.identity,
    run.label,
    run.path,
    run.startedAt,
    run.notes,
    run.isSummary,
    run.campaign,
    JSON.stringify(run.facts),
    run.rounds ? JSON.stringify(run.rounds) : null,
  ];
}

/** @returns its id */
export async function insertRun(client: PoolClient, run: RunRow): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO runs (server_id, workload_id, variant_id, upload_id, identity, label, path, started_at, at, notes,
       is_summary, campaign, facts, rounds)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($8, now()), $9, $10, $11, $12, $13) RETURNING id`,
    valuesOf(run),
  );
  if (!rows[0]) throw new Error('INSERT ... RETURNING id gave no row');
  noteRuns(client, [run]);
  return rows[0].id;
}

/**
 * Makes another run of one, which keeps its id, and removes its results.
 *
 * @returns the heatmap that it was in
 */
export async function replaceRun(client: PoolClient, id: number, run: RunRow): Promise<HeatmapKey> {
  const { rows } = await client.query<HeatmapKey>(`SELECT ${KEY} FROM runs WHERE id = $1`, [id]);
  const [before] = rows;
  if (!before) throw new Error(`Run ${id} is gone, although it is locked.`);
  await client.query('DELETE FROM results WHERE run_id = $1', [id]);
  // A run without a known start keeps the time at which it was first loaded, whatever date a correction gave it.
  await client.query(
    `UPDATE runs SET server_id = $1, workload_id = $2, variant_id = $3, upload_id = $4, identity = $5, label = $6,
       path = $7, started_at = $8, notes = $9, is_summary = $10, campaign = $11, facts = $12, rounds = $13,
       at = coalesce($8, CASE WHEN as_read ->> 'startedAt' IS NULL AND as_read IS NOT NULL THEN (as_read ->> 'at')::timestamptz
         WHEN as_read IS NULL AND started_at IS NULL THEN at ELSE now() END),
       as_read = NULL, corrected = '{}'
     WHERE id = $14`,
    [...valuesOf(run), id],
  );
  noteRuns(client, [before, run]);
  return before;
}

/** What counts of a run when corrections are laid over what was read. */
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
  SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::text[],
    $8::jsonb[], $9::json[]) AS news (id, server_id, workload_id, variant_id, started_at, at, campaign, as_read, corrected)
), before AS (
  SELECT runs.server_id, runs.workload_id FROM runs JOIN news USING (id)
), written AS (
  UPDATE runs SET server_id = news.server_id, workload_id = news.workload_id, variant_id = news.variant_id,
    started_at = news.started_at, at = news.at, campaign = news.campaign, as_read = news.as_read,
    corrected = ARRAY(SELECT json_array_elements_text(news.corrected))
  FROM news WHERE runs.id = news.id RETURNING runs.server_id, runs.workload_id
)
SELECT ${KEY} FROM before UNION SELECT server_id, workload_id FROM written`;

/** Gives runs the place and the fields that count; they keep their results. */
export async function placeRuns(client: PoolClient, runs: readonly CountedRun[]): Promise<void> {
  const column = <T>(pick: (run: CountedRun) => T) => runs.map(pick);
  const { rows } = await client.query<HeatmapKey>(PLACE, [
    column(({ id }) => id),
    column(({ serverId }) => serverId),
    column(({ workloadId }) => workloadId),
    column(({ variantId }) => variantId),
    column(({ startedAt }) => startedAt),
    column(({ at }) => at),
    column(({ campaign }) => campaign),
    column(({ asRead }) => asRead),
    column(({ corrected }) => JSON.stringify(corrected)),
  ]);
  noteRuns(client, rows);
}

/** Removes runs with their results and numbers. What is gone already is fine. */
export async function deleteRuns(client: PoolClient, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<HeatmapKey>(`DELETE FROM runs WHERE id = ANY ($1) RETURNING ${KEY}`, [
    ids,
  ]);
  noteRuns(client, rows);
}

/** An upload carries a run, whichever upload it is stored with: it is of the campaigns of both. */
export async function carryRun(
  client: PoolClient,
  { runId, uploadId, campaign }: { runId: number; uploadId: number; campaign: string | null },
): Promise<void> {
  const { rows } = await client.query<HeatmapKey>(
    `WITH carried AS (
       INSERT INTO run_uploads (run_id, upload_id, campaign) VALUES ($1, $2, $3)
       ON CONFLICT (run_id, upload_id) DO UPDATE SET campaign = excluded.campaign
       WHERE run_uploads.campaign IS DISTINCT FROM excluded.campaign RETURNING run_id
     )
     SELECT ${KEY} FROM runs JOIN carried ON run_id = runs.id`,
    [runId, uploadId, campaign],
  );
  noteRuns(client, rows);
}

/** Heatmaps of the runs that an upload carried: what is said of the upload is said of them. */
export async function noteRunsOfUpload(client: PoolClient, uploadId: number): Promise<void> {
  const { rows } = await client.query<HeatmapKey>(
    `SELECT DISTINCT ${KEY} FROM runs JOIN run_uploads ON run_id = runs.id WHERE run_uploads.upload_id = $1`,
    [uploadId],
  );
  noteRuns(client, rows);
}

/**
 * Removes an upload with its runs, files and diagnostics. Runs of others that it carried are of its campaign no more.
 */
export async function deleteUploads(client: PoolClient, ids: readonly number[]): Promise<void> {
  for (const id of ids) await noteRunsOfUpload(client, id);
  const { rows } = await client.query<HeatmapKey>(
    `SELECT DISTINCT ${KEY} FROM runs WHERE upload_id = ANY ($1)`,
    [ids],
  );
  noteRuns(client, rows);
  noteListed(client);
  // Results and artifacts go in an order that PostgreSQL chooses.
  await client.query('SET CONSTRAINTS measurements_artifact_id_fkey DEFERRED');
  await client.query('DELETE FROM uploads WHERE id = ANY ($1)', [ids]);
}
