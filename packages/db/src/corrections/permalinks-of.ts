import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import { arraysOf, getValue, listValues } from '../rows';
import type { PermalinkCorrections } from '../types/permalinks';
import type { HeatmapAddress } from '../types/servers';
import { entriesOf } from './list-corrections';

const COUNT = `
SELECT count(*)::int AS count FROM permalinks
WHERE heatmaps @> ANY (SELECT jsonb_build_array(jsonb_build_object('server', server, 'workload', workload))
  FROM unnest($1::text[], $2::text[]) AS asked (server, workload))`;

/** How many permalinks show one of these heatmaps, or a record of one. */
export async function countPermalinks(
  client: PoolClient,
  heatmaps: readonly HeatmapAddress[],
): Promise<number> {
  return getValue<number>(client, COUNT, arraysOf(heatmaps, 'server', 'workload'));
}

/**
 * One that was made and undone since changed nothing. The place of a run is where it counted before a correction, and
 * where after it: numbers leave one heatmap and come to another.
 */
const SINCE = `
SELECT corrections.id FROM permalinks, corrections
WHERE slug = $1
  AND (CASE WHEN corrections.at > permalinks.created_at THEN undone_at IS NULL ELSE undone_at > permalinks.created_at END)
  AND EXISTS (
    SELECT FROM correction_runs CROSS JOIN LATERAL (VALUES (before -> 'place'), (after -> 'place')) AS places (place)
    WHERE correction_id = corrections.id
      AND heatmaps @> jsonb_build_array(jsonb_build_object('server', place -> 'server', 'workload', place -> 'workload')))
ORDER BY corrections.id DESC`;

/** Corrections of the runs of a permalink since it was made. @throws NotFoundError for an unknown slug */
export async function listPermalinkCorrections(
  database: Database,
  slug: string,
): Promise<PermalinkCorrections> {
  const ids = await listValues<number>(database.pool, SINCE, [slug]);
  const [newest] = ids;
  if (newest === undefined) {
    const known = await database.pool.query('SELECT FROM permalinks WHERE slug = $1', [slug]);
    if (known.rowCount === 0) throw new NotFoundError(`No permalink "${slug}".`);
    return { count: 0, latest: null };
  }
  const [latest = null] = await entriesOf(database, [newest]);
  return { count: ids.length, latest };
}
