import type { PoolClient } from 'pg';
import type { CorrectionPreview } from '../types/corrections';
import type { HeatmapAddress } from '../types/servers';
import type { ServerName } from '../types/workloads';

type ServerRuns = ReadonlyMap<string, { server: ServerName; runs: number }>;

/** How many runs the servers of these heatmaps have in all, by slug; a server that does not exist yet is left out. */
export async function serverRuns(
  client: PoolClient,
  heatmaps: readonly HeatmapAddress[],
): Promise<ServerRuns> {
  const { rows } = await client.query<ServerName & { runs: number }>(
    `SELECT slug, name, cores, (SELECT count(*)::int FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
       WHERE heatmaps.server_id = servers.id) AS runs
     FROM servers WHERE slug = ANY ($1) ORDER BY slug`,
    [heatmaps.map(({ server }) => server)],
  );
  return new Map(rows.map(({ runs, ...server }) => [server.slug, { server, runs }]));
}

/** Servers that got their first run, and those that lost their last one. */
export function serverChanges(before: ServerRuns, after: ServerRuns): CorrectionPreview['servers'] {
  return [...after].flatMap(([slug, { server, runs }]): CorrectionPreview['servers'] => {
    const had = before.get(slug)?.runs ?? 0;
    if (had === 0 && runs > 0) return [{ server, change: 'new' }];
    return had > 0 && runs === 0 ? [{ server, change: 'emptied' }] : [];
  });
}
