import type { Database } from '../database';
import { NotFoundError } from '../errors';
import type { PermalinkView } from '../types/permalinks';

/** @throws NotFoundError */
export async function getPermalink(database: Database, slug: string): Promise<PermalinkView> {
  const row = await database.prisma.permalink.findUnique({ where: { slug } });
  if (!row) throw new NotFoundError(`No permalink "${slug}".`);
  const { kind, path, title, snapshot, parserVersion, createdAt } = row;
  return { slug, kind, path, title, snapshot, parserVersion, createdAt: createdAt.toISOString() };
}
