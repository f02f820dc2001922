import type { PoolClient } from 'pg';
import { JOIN_BUILDS, VERSION_TEXT } from '../queries/build-sql';
import { comparePath } from '../queries/compare-path';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import type { HeatmapChange } from '../types/corrections';
import type { HeatmapAddress } from '../types/servers';

/** How many runs each column of a heatmap has, by the name of the column. */
type Columns = ReadonlyMap<string, number>;

/** Heatmaps by address, each with its columns. */
export type HeatmapContents = ReadonlyMap<string, Columns>;

const COLUMNS = `
SELECT servers.slug AS server, workloads.slug AS workload,
  concat_ws(' ', products.name, ${VERSION_TEXT}, flavour, configs.name) AS column, count(*)::int AS runs
FROM unnest($1::text[], $2::text[]) AS asked (server, workload)
JOIN servers ON servers.slug = asked.server JOIN workloads ON workloads.slug = asked.workload
JOIN heatmaps ON heatmaps.server_id = servers.id AND heatmaps.workload_id = workloads.id
JOIN runs ON runs.heatmap_id = heatmaps.id
JOIN variants ON variants.id = variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = version_id
LEFT JOIN configs ON configs.id = config_id
${JOIN_BUILDS}
GROUP BY 1, 2, 3, products.name, versions.sort_key ORDER BY products.name, versions.sort_key, 3`;

/** What heatmaps hold now; those without runs have no columns. */
export async function loadContents(
  client: PoolClient,
  heatmaps: readonly HeatmapAddress[],
): Promise<HeatmapContents> {
  const { rows } = await client.query<HeatmapAddress & { column: string; runs: number }>(
    COLUMNS,
    toArrays(heatmaps),
  );
  const contents = new Map(heatmaps.map((heatmap) => [addressKey(heatmap), new Map<string, number>()]));
  for (const row of rows) contents.get(addressKey(row))?.set(row.column, row.runs);
  return contents;
}

const VIEWS = `
SELECT ${HEATMAP_COLUMNS}
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (server, workload, place)
JOIN servers ON servers.slug = asked.server JOIN workloads ON workloads.slug = asked.workload
ORDER BY place`;

/** What changed of heatmaps, from their contents before and after. */
export async function describeHeatmaps(
  client: PoolClient,
  heatmaps: readonly HeatmapAddress[],
  { before, after }: { before: HeatmapContents; after: HeatmapContents },
): Promise<HeatmapChange[]> {
  const { rows } = await client.query<HeatmapRow>(VIEWS, toArrays(heatmaps));
  return rows.map((row) => {
    const { server, workload } = toHeatmapViews(row, []);
    const address = { server: server.slug, workload: workload.slug };
    const [old, now] = [before, after].map(
      (contents) => contents.get(addressKey(address)) ?? new Map<string, number>(),
    ) as [Columns, Columns];
    return {
      server: { slug: server.slug, name: server.name, cores: server.cores },
      workload: { slug: workload.slug, label: [workload.label, ...workload.details].join(', ') },
      benchmark: workload.benchmark,
      comparePath: comparePath(address),
      runs: { before: sumOf(old), after: sumOf(now) },
      columns: { before: old.size, after: now.size },
      gained: [...now.keys()].filter((column) => !old.has(column)),
      lost: [...old.keys()].filter((column) => !now.has(column)),
    };
  });
}

export function addressKey({ server, workload }: HeatmapAddress): string {
  return `${server} ${workload}`;
}

function toArrays(heatmaps: readonly HeatmapAddress[]): [string[], string[]] {
  return [heatmaps.map(({ server }) => server), heatmaps.map(({ workload }) => workload)];
}

function sumOf(columns: Columns): number {
  return [...columns.values()].reduce((sum, runs) => sum + runs, 0);
}
