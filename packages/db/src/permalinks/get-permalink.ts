import type { Database } from '../database';
import { inChange, noteListed } from '../epochs/changes';
import { NotFoundError } from '../errors';
import type { PermalinkView } from '../types/permalinks';

/** @throws NotFoundError */
export async function getPermalink(database: Database, slug: string): Promise<PermalinkView> {
  const row = await database.prisma.permalink.findUnique({ where: { slug }, omit: { runs: true } });
  if (!row) throw new NotFoundError(`No permalink "${slug}".`);
  const { kind, path, title, snapshot, parserVersion, createdAt, author, isPublic } = row;
  return {
    ...{ slug, kind, path, title, snapshot, parserVersion, author, isPublic },
    createdAt: createdAt.toISOString(),
  };
}

/** True when everybody may open it, also where reading is closed; false as well for a slug that is not there. */
export async function isPublicPermalink(database: Database, slug: string): Promise<boolean> {
  const { rows } = await database.pool.query('SELECT FROM permalinks WHERE slug = $1 AND is_public', [slug]);
  return rows.length > 0;
}

/** Sets whether it is public where reading requires sign-in. @throws NotFoundError */
export async function setPermalinkPublic(database: Database, slug: string, isPublic: boolean): Promise<void> {
  await inChange(database, async (client) => {
    const { rowCount } = await client.query('UPDATE permalinks SET is_public = $2 WHERE slug = $1', [
      slug,
      isPublic,
    ]);
    if (!rowCount) throw new NotFoundError(`No permalink "${slug}".`);
    noteListed(client);
  });
}
