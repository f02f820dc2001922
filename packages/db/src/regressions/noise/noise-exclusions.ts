import type { Pool, PoolClient } from 'pg';
import type { Database } from '../../database';
import { noteRuns } from '../../epochs/changes';
import { findHeatmapId, findRunPlaces, heatmapIdsOfRuns, type RunPlace } from '../../epochs/heatmap-ids';
import type { HeatmapKey } from '../../epochs/heatmap-key';
import { ConflictError, NotFoundError, SettingError } from '../../errors';
import { inJudgedChange } from '../../import/import-transaction';
import { byAndAt, iso } from '../../queries/build-sql';
import { parseId } from '../../queries/parse-id';
import { findRow } from '../../rows';
import type { NoiseExclusionView, NoiseRunView } from '../../types/noise';
import type { HeatmapAddress } from '../../types/servers';

const LIST = `
SELECT noise_exclusions.id::text, servers.slug AS server, workloads.slug AS workload, run_id AS "runId", other_id AS "otherId",
  reason, by, ${iso('at')} AS at, ${byAndAt('removed')} AS removed
FROM noise_exclusions
JOIN heatmaps ON heatmaps.id = noise_exclusions.heatmap_id
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
WHERE noise_exclusions.heatmap_id = $1
ORDER BY removed_at IS NOT NULL, noise_exclusions.id DESC`;

/** The other run of a pair may count in another heatmap since. */
const RUNS = `
SELECT runs.id::text, null AS repeat, label, versions.name AS version, ${iso('at')} AS at
FROM runs JOIN variants ON variants.id = variant_id JOIN versions ON versions.id = version_id
WHERE runs.heatmap_id = ANY ($1) AND runs.id = ANY ($2)`;

interface Row extends Omit<NoiseExclusionView, 'run' | 'other'> {
  runId: number;
  otherId: number | null;
}

/** What was taken out of a heatmap and why; what was taken back stays in the list. */
export async function listExclusions(
  { pool }: Database,
  heatmap: HeatmapAddress,
): Promise<NoiseExclusionView[]> {
  const { rows } = await pool.query<Row>(LIST, [await findHeatmapId(pool, heatmap)]);
  const runs = await readRuns(
    pool,
    rows.flatMap(({ runId, otherId }) => [runId, otherId ?? []].flat()),
  );
  return rows.flatMap(({ runId, otherId, ...row }) => {
    const run = runs.get(runId);
    if (!run) return [];
    const other = otherId === null ? null : (runs.get(otherId) ?? null);
    return [{ ...row, run, other }];
  });
}

async function readRuns(pool: Pool, ids: readonly number[]): Promise<Map<number, NoiseRunView>> {
  const { rows } = await pool.query<NoiseRunView>(RUNS, [await heatmapIdsOfRuns(pool, ids), ids]);
  return new Map(rows.map((run) => [Number(run.id), run]));
}

export interface ExclusionToAdd {
  run: string;
  /** Null: the run is bad, and counts for nothing. Else only the pair of the two is excluded from noise. */
  other: string | null;
  reason: string;
  /** Name of a token, or `local`. */
  by: string;
}

/**
 * Takes a run, or a pair of runs, out. Dependent results are evaluated again.
 *
 * @returns the id of the exclusion
 * @throws NotFoundError, SettingError without a reason or for runs of two heatmaps, ConflictError when it is out
 * already
 */
export async function addExclusion(database: Database, exclusion: ExclusionToAdd): Promise<string> {
  const reason = exclusion.reason.trim();
  if (reason === '') throw new SettingError('A reason is required, so that others can judge it later.');
  const ids = [exclusion.run, ...(exclusion.other === null ? [] : [exclusion.other])]
    .map((id) => parseId(id, 'run'))
    .sort((a, b) => a - b);
  return inJudgedChange(database, async (client) => {
    const [place] = await findOneHeatmap(client, ids);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO noise_exclusions (heatmap_id, run_id, other_id, reason, by) VALUES ($5, $1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id::text`,
      [ids[0], ids[1] ?? null, reason, exclusion.by, place.heatmapId],
    );
    if (!rows[0]) throw new ConflictError('EXISTS', 'This is already excluded.');
    noteRuns(client, [place]);
    return rows[0].id;
  });
}

/** A link names the exclusion alone. */
const PLACE = `
SELECT heatmap_id AS "heatmapId", server_id AS "serverId", workload_id AS "workloadId"
FROM noise_exclusions JOIN heatmaps ON heatmaps.id = heatmap_id WHERE noise_exclusions.id = $1`;

/** Puts back what was taken out; the reason stays in the list. @throws NotFoundError when it is not in force */
export async function removeExclusion(database: Database, id: string, by: string): Promise<void> {
  await inJudgedChange(database, async (client) => {
    const exclusionId = parseId(id, 'exclusion');
    const place = await findRow<HeatmapKey & { heatmapId: number }>(client, PLACE, [exclusionId]);
    const { rowCount } = await client.query(
      `UPDATE noise_exclusions SET removed_by = $2, removed_at = now()
       WHERE heatmap_id = $3 AND id = $1 AND removed_at IS NULL`,
      [exclusionId, by, place?.heatmapId ?? null],
    );
    if (!place || !rowCount) throw new NotFoundError(`No active exclusion ${id}.`);
    noteRuns(client, [place]);
  });
}

/** The places of one run or two of one heatmap. @throws NotFoundError, SettingError */
async function findOneHeatmap(
  client: PoolClient,
  ids: readonly number[],
): Promise<[RunPlace, ...RunPlace[]]> {
  if (new Set(ids).size < ids.length) throw new SettingError('A pair needs two different runs.');
  const [first, ...others] = await findRunPlaces(client, ids);
  if (!first || others.length + 1 !== ids.length) throw new NotFoundError(`No run ${ids.join(' or ')}.`);
  if (others.some(({ heatmapId }) => heatmapId !== first.heatmapId))
    throw new SettingError('The two runs have different servers or workloads.');
  return [first, ...others];
}
