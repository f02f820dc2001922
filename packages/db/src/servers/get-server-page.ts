import type { Database } from '../database';
import { heatmapIdsOfServer } from '../epochs/heatmap-ids';
import { NotFoundError } from '../errors';
import { listServerNames, listWorkloadMerges } from '../merges/list-merges';
import { toServerView } from '../queries/views';
import type { ServerPage } from '../types/server-page';
import type { ServerName } from '../types/workloads';
import { getServerId } from './get-server';
import { listFactChanges, listFacts } from './list-facts';
import { listMeasuredHere, listServerNoise } from './list-measured';

interface Counts {
  runs: number;
  products: string[];
  first: Date | null;
  latest: Date | null;
}

const COUNTS = `
SELECT count(*)::int AS runs, min(runs.at) AS first, max(runs.at) AS latest,
  coalesce(array_agg(DISTINCT products.name ORDER BY products.name) FILTER (WHERE products.name IS NOT NULL), '{}') AS products
FROM runs
JOIN variants ON variants.id = variant_id
JOIN products ON products.id = variants.product_id
WHERE runs.heatmap_id = ANY ($1)`;

const OTHERS = `
SELECT slug, name, cores FROM servers
WHERE id <> $1 AND EXISTS (SELECT FROM heatmaps WHERE server_id = servers.id AND run_count > 0) ORDER BY lower(name), slug`;

/**
 * Everything known about one server: its facts with their sources, its measurements, and changes.
 *
 * @param slug of the server, or of a name that leads to it
 * @throws NotFoundError
 */
export async function getServerPage(database: Database, slug: string): Promise<ServerPage> {
  const { pool } = database;
  const id = await getServerId(pool, slug);
  const [server, counts, others, changes, measured, noise, names, workloadMerges] = await Promise.all([
    database.prisma.server.findUnique({ where: { id } }),
    pool.query<Counts>(COUNTS, [await heatmapIdsOfServer(pool, id)]),
    pool.query<ServerName>(OTHERS, [id]),
    listFactChanges(pool, id),
    listMeasuredHere(pool, id),
    listServerNoise(pool, id),
    listServerNames(pool, id),
    listWorkloadMerges(pool, id),
  ]);
  if (!server) throw new NotFoundError(`No server "${slug}".`);
  const { runs, products, first, latest } = counts.rows[0] ?? {
    runs: 0,
    products: [],
    first: null,
    latest: null,
  };
  return {
    server: toServerView(server),
    facts: await listFacts(pool, { server, changes }),
    names,
    runs,
    products,
    firstRunAt: first?.toISOString() ?? null,
    latestRunAt: latest?.toISOString() ?? null,
    measured,
    noise,
    workloadMerges,
    changes,
    seen: changes[0]?.id ?? '0',
    others: others.rows,
  };
}
