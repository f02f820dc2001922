import type { PoolClient } from 'pg';
import { heatmapIdsOfRuns } from '../epochs/heatmap-ids';
import { NotFoundError } from '../errors';
import { parseId } from '../queries/parse-id';
import { listValues } from '../rows';
import type { RunSelector } from '../types/corrections';

/** @throws NotFoundError when something that is named is not there, or has no runs */
export async function selectRuns(client: PoolClient, select: RunSelector) {
  if ('runs' in select) return { ids: await chosenRuns(client, select.runs), uploadId: null };
  if ('upload' in select) {
    const uploadId = parseId(select.upload, 'upload');
    const ids = await idsOf(client, 'SELECT run_id AS id FROM run_places WHERE upload_id = $1 ORDER BY 1', [
      /** Set when it is about all runs of an upload, also those that are found later. */
      uploadId,
    ]);
    if (ids.length === 0) throw new NotFoundError(`No upload ${select.upload} with runs was found.`);
    return { ids, uploadId };
  }
  const {
    server = null,
    workload = null,
    branch = null,
  } = { server: undefined, workload: undefined, ...select };
  const ids = await idsOf(
    client,
    `SELECT run_id AS id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
     JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
     WHERE ($1::text IS NULL OR servers.slug = $1) AND ($2::text IS NULL OR workloads.slug = $2) ORDER BY 1`,
    [server, workload],
  );
  if (ids.length === 0) throw new NotFoundError('No runs of this server and workload.');
  return { ids: branch === null ? ids : await idsOfBranch(client, ids, branch), uploadId: null };
}

const OF_BRANCH = `
SELECT runs.id FROM runs JOIN variants ON variants.id = variant_id JOIN builds ON builds.id = build_id
WHERE runs.heatmap_id = ANY ($2) AND runs.id = ANY ($1) AND builds.branch = $3 ORDER BY 1`;

async function idsOfBranch(client: PoolClient, ids: number[], branch: string): Promise<number[]> {
  const found = await idsOf(client, OF_BRANCH, [ids, await heatmapIdsOfRuns(client, ids), branch]);
  if (found.length === 0)
    throw new NotFoundError(`None of these runs is of a build of the branch "${branch}".`);
  return found;
}

async function chosenRuns(client: PoolClient, asked: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(asked.map((id) => parseId(id, 'run')))].sort((a, b) => a - b);
  const found = await idsOf(
    client,
    'SELECT run_id AS id FROM run_places WHERE run_id = ANY ($1) ORDER BY 1',
    [wanted],
  );
  const gone = wanted.filter((id) => !found.includes(id));
  if (wanted.length === 0) throw new NotFoundError('No run was chosen.');
  if (gone.length > 0) throw new NotFoundError(`No run ${gone.slice(0, 10).join(', ')}.`);
  return found;
}

async function idsOf(client: PoolClient, sql: string, values: readonly unknown[]): Promise<number[]> {
  return listValues<number>(client, sql, [...values]);
}
