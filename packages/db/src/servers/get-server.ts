import { insteadText, nearestNames } from '@basecase/ingest/model';
import { NotFoundError } from '../errors';
import { serverSlug } from '../import/slug';
import { findRow, listRows, type Queries } from '../rows';

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
    [name, serverSlug(name)],
  );
  if (!found) throw new NotFoundError(await noServerText(client, name));
  return found;
}

/** `No server "pn35". Nearest: pn53.`, or some of those that there are. */
export async function noServerText(client: Queries, name: string): Promise<string> {
  const names = await serverNames(client);
  const near = nearestNames(name, names);
  const known = [...new Set(names.map(([slug]) => slug))].sort();
  const instead = insteadText({ nearest: near, known });
  return [`No server "${name.slice(0, 200)}".`, instead].filter(Boolean).join(' ');
}

/** Slugs of the servers that an unknown name may mean, the nearest first. */
export async function nearestServers(client: Queries, name: string): Promise<string[]> {
  return nearestNames(name, await serverNames(client));
}

/** Each server by its slug, with its name and those of servers that were merged into it. */
async function serverNames(client: Queries): Promise<[slug: string, ...aliases: string[]][]> {
  const rows = await listRows<{ kept: string; slug: string; name: string }>(
    client,
    'SELECT coalesce(kept_server(slug), slug) AS kept, slug, name FROM servers',
  );
  return rows.map(({ kept, slug, name }) => [kept, slug, name]);
}

export async function getServerId(client: Queries, name: string): Promise<number> {
  return (await getServer(client, name)).id;
}
