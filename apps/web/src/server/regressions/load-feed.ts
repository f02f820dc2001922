import type { Database } from '@basecase/db/database';
import { listRegressions } from '@basecase/db/regressions/list-regressions';
import { z } from 'zod';
import { slug } from '../input-schemas';
import { drawFeed } from './draw-feed';

/** Entries of a feed; readers look at the newest. */
const ENTRIES = 100;

export const feedQuery = z.object({
  product: slug.optional().describe('Of this product only.'),
  server: slug.optional().describe('Slug: of this server only.'),
});

/** The feed of the newest records: those that are alive and, so that readers hear of it, those that were withdrawn. */
export async function loadFeed(
  db: Database,
  { product, server }: z.infer<typeof feedQuery>,
  baseUrl: string,
): Promise<string> {
  const filter = { product, server, sort: 'date', pageSize: ENTRIES } as const;
  const [alive, withdrawn] = await Promise.all([
    listRegressions(db, filter),
    listRegressions(db, { ...filter, state: 'withdrawn' }),
  ]);
  const entries = [...alive.regressions, ...withdrawn.regressions]
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, ENTRIES);
  const params = new URLSearchParams({ ...(product && { product }), ...(server && { server }) });
  const suffix = params.size > 0 ? `?${params}` : '';
  const name = entries.find((entry) => entry.server.slug === server)?.server.name ?? server;
  return drawFeed({
    title: `Regressions${product ? ` of ${product}` : ''}${name ? ` on ${name}` : ''}`,
    baseUrl,
    path: `/api/v1/regressions.atom${suffix}`,
    listPath: `/regressions${suffix}`,
    now: new Date().toISOString(),
    entries,
  });
}
