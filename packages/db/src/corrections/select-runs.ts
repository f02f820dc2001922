import type { PoolClient } from 'pg';
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
  const { server = null, workload = null } = { server: undefined, ...select };
  const ids = await idsOf(
    client,
    `SELECT run_id AS id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
     JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
     WHERE ($1::text IS NULL OR servers.slug = $1) AND ($2::text IS NULL OR workloads.slug = $2) ORDER BY 1`,
    [server, workload],
  );
  if (ids.length === 0) throw new NotFoundError('No runs of this server and workload.');
  return { ids, uploadId: null };
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
