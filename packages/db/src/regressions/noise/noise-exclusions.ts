import type { PoolClient } from 'pg';
import type { Database } from '../../database';
import { noteRuns } from '../../epochs/changes';
import type { HeatmapKey } from '../../epochs/heatmap-key';
import { ConflictError, NotFoundError, SettingError } from '../../errors';
import { inJudgedChange } from '../../import/import-transaction';
import { parseId } from '../../queries/parse-id';
import type { NoiseExclusionView, NoiseRunView } from '../../types/noise';

const RUN = (alias: string) => `json_build_object('id', ${alias}.id::text, 'label', ${alias}.label,
  'version', ${alias}_version.name, 'at', ${alias}.at)`;

const LIST = `
SELECT noise_exclusions.id::text, servers.slug AS server, workloads.slug AS workload, ${RUN('run')} AS run,
  CASE WHEN other.id IS NOT NULL THEN ${RUN('other')} END AS other, reason, by, noise_exclusions.at,
  removed_by AS "removedBy", removed_at AS "removedAt"
FROM noise_exclusions
JOIN runs AS run ON run.id = run_id
JOIN variants AS run_variant ON run_variant.id = run.variant_id
JOIN versions AS run_version ON run_version.id = run_variant.version_id
LEFT JOIN runs AS other ON other.id = other_id
LEFT JOIN variants AS other_variant ON other_variant.id = other.variant_id
LEFT JOIN versions AS other_version ON other_version.id = other_variant.version_id
JOIN servers ON servers.id = run.server_id
JOIN workloads ON workloads.id = run.workload_id
WHERE servers.slug = $1 AND workloads.slug = $2
ORDER BY removed_at IS NOT NULL, noise_exclusions.id DESC`;

interface Row extends Omit<NoiseExclusionView, 'at' | 'removed'> {
  at: Date;
  removedBy: string | null;
  removedAt: Date | null;
}

/** What was taken out of a heatmap and why; what was taken back stays in the list. */
export async function listExclusions(
  { pool }: Database,
  { server, workload }: { server: string; workload: string },
): Promise<NoiseExclusionView[]> {
  const { rows } = await pool.query<Row>(LIST, [server, workload]);
  return rows.map(({ at, removedBy, removedAt, run, other, ...row }) => ({
    ...row,
    run: withIsoTime(run),
    other: other && withIsoTime(other),
    at: at.toISOString(),
    removed: removedBy === null || removedAt === null ? null : { by: removedBy, at: removedAt.toISOString() },
  }));
}

function withIsoTime(run: Omit<NoiseRunView, 'repeat'>): NoiseRunView {
  return { ...run, repeat: null, at: run.at && new Date(run.at).toISOString() };
}

export interface ExclusionToAdd {
  run: string;
  /** Null: the run is bad, and counts for nothing. Else only the pair of the two is no noise. */
  other: string | null;
  reason: string;
  /** Name of a token, or `local`. */
  by: string;
}

/**
 * Takes a run, or a pair of runs, out. What follows from it is evaluated again.
 *
 * @returns the id of the exclusion
 * @throws NotFoundError, SettingError without a reason or for runs of two heatmaps, ConflictError when it is out already
 */
export async function addExclusion(database: Database, exclusion: ExclusionToAdd): Promise<string> {
  const reason = exclusion.reason.trim();
  if (reason === '') throw new SettingError('A reason is required, so that others can judge it later.');
  const ids = [exclusion.run, ...(exclusion.other === null ? [] : [exclusion.other])]
    .map((id) => parseId(id, 'run'))
    .sort((a, b) => a - b);
  return inJudgedChange(database, async (client) => {
    await assertOneHeatmap(client, ids);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO noise_exclusions (run_id, other_id, reason, by) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id::text`,
      [ids[0], ids[1] ?? null, reason, exclusion.by],
    );
    if (!rows[0]) throw new ConflictError('EXISTS', 'This is already excluded.');
    await noteRunsBy(client, ids);
    return rows[0].id;
  });
}

/** Puts back what was taken out; the reason stays in the list. @throws NotFoundError when it is not in force */
export async function removeExclusion(database: Database, id: string, by: string): Promise<void> {
  await inJudgedChange(database, async (client) => {
    const { rows } = await client.query<{ run: number }>(
      `UPDATE noise_exclusions SET removed_by = $2, removed_at = now() WHERE id = $1 AND removed_at IS NULL
       RETURNING run_id AS run`,
      [parseId(id, 'exclusion'), by],
    );
    if (!rows[0]) throw new NotFoundError(`No active exclusion ${id}.`);
    await noteRunsBy(client, [rows[0].run]);
  });
}

async function assertOneHeatmap(client: PoolClient, ids: readonly number[]): Promise<void> {
  if (new Set(ids).size < ids.length) throw new SettingError('A pair needs two different runs.');
  const { rows } = await client.query<{ found: number; heatmaps: number }>(
    `SELECT count(*)::int AS found, count(DISTINCT (server_id, workload_id))::int AS heatmaps FROM runs
     WHERE id = ANY ($1)`,
    [ids],
  );
  if (rows[0]?.found !== ids.length) throw new NotFoundError(`No run ${ids.join(' or ')}.`);
  if (rows[0].heatmaps !== 1) throw new SettingError('The two runs have different servers or workloads.');
}

/** What they are judged by changed. */
async function noteRunsBy(client: PoolClient, runIds: readonly number[]): Promise<void> {
  const { rows } = await client.query<HeatmapKey>(
    'SELECT DISTINCT server_id AS "serverId", workload_id AS "workloadId" FROM runs WHERE id = ANY ($1)',
    [runIds],
  );
  noteRuns(client, rows);
}
