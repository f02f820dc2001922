import { NotFoundError } from '../errors';
import { toSlug } from '../import/slug';
import { findRow, listValues, type Queries } from '../rows';

export interface FoundServer {
  id: number;
  slug: string;
  name: string;
}

/**
 * The server that a name or a slug leads to: one that was merged away leads to the server that it was merged into.
 *
 * @throws NotFoundError that names the servers that there are
 */
export async function getServer(client: Queries, name: string): Promise<FoundServer> {
  const found = await findRow<FoundServer>(
    client,
    'SELECT id, slug, name FROM servers WHERE slug = coalesce(kept_server($1), kept_server($2))',
    [name, toSlug(name)],
  );
  if (found) return found;
  const slugs = await listValues<string>(
    client,
    `SELECT slug FROM servers WHERE NOT EXISTS (SELECT FROM merges WHERE server_id = servers.id AND in_force)
     ORDER BY slug LIMIT ${MOST_NAMED}`,
  );
  const known = slugs.length > 0 ? ` There is: ${slugs.join(', ')}.` : '';
  throw new NotFoundError(`No server "${name.slice(0, 200)}".${known}`);
}

const MOST_NAMED = 20;

export async function getServerId(client: Queries, name: string): Promise<number> {
  return (await getServer(client, name)).id;
}
