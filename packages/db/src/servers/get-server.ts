import { toSlug } from '../import/slug';
import { getRow, type Queries } from '../rows';

/** A connection, or the pool. */

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
export async function getServer(client: Queries, name: string): Promise<FoundServer> {
  return getRow<FoundServer>(
    client,
    'SELECT id, slug, name FROM servers WHERE slug = coalesce(kept_server($1), kept_server($2))',
    [name, toSlug(name)],
    `No server "${name.slice(0, 200)}".`,
  );
}

export async function getServerId(client: Queries, name: string): Promise<number> {
  return (await getServer(client, name)).id;
}
