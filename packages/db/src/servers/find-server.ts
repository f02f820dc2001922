import type { Database } from '../database';
import { findValue } from '../rows';

/**
 * The id of a server that a filter names, for statements on runs and records: a node of a cluster that has those follows no
 * merges.
 *
 * @param slug in any case, of the server, or of one that was merged into it
 * @returns -1, which no server has, where there is none
 */
export async function findServer({ pool }: Database, slug: string): Promise<number> {
  return (
    (await findValue<number>(pool, 'SELECT id FROM servers WHERE slug = kept_server($1)', [
      slug.toLowerCase(),
    ])) ?? -1
  );
}
