import type { Pool } from 'pg';
import { NotFoundError } from '../errors';
import { toSlug } from '../import/slug';

/** A connection, or the pool. */
type Queryable = Pick<Pool, 'query'>;

export interface FoundServer {
  id: number;
  slug: string;
  name: string;
}

/**
 * The server that a name or a slug leads to: one that was merged away leads to the server that it was merged into.
 *
 * @throws NotFoundError
 */
export async function getServer(client: Queryable, name: string): Promise<FoundServer> {
  const { rows } = await client.query<FoundServer>(
    'SELECT id, slug, name FROM servers WHERE slug = coalesce(kept_server($1), kept_server($2))',
    [name, toSlug(name)],
  );
  if (!rows[0]) throw new NotFoundError(`No server "${name.slice(0, 200)}".`);
  return rows[0];
}

export async function getServerId(client: Queryable, name: string): Promise<number> {
  return (await getServer(client, name)).id;
}
