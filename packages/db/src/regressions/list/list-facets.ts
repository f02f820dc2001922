import { groupLabel } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { findRow } from '../../rows';
import type { EventFilter } from '../../types/events';
import type { RegressionFacets } from '../../types/regressions';
import { readEvents } from '../events/list-events';
import type { ListedRecord } from './record-list';

/** Names of servers, tests and releases, by the ids that records have. */
const NAMES = `
SELECT
  ARRAY(SELECT json_build_object('slug', slug, 'name', name, 'cores', cores) FROM servers WHERE id = ANY ($1)
    ORDER BY name) AS servers,
  (SELECT json_agg(found) FROM (SELECT "group" AS id, min(benchmark_id) AS benchmark, min(position) AS place FROM tests
    WHERE id = ANY ($2) GROUP BY 1 ORDER BY place) AS found) AS groups,
  ARRAY(SELECT json_build_object('product', product, 'version', version) FROM (
    SELECT DISTINCT products.name AS product, versions.name AS version, versions.sort_key
    FROM variants JOIN versions ON versions.id = variants.version_id JOIN products ON products.id = variants.product_id
    WHERE variants.id = ANY ($3)) AS found ORDER BY product, sort_key) AS versions`;

interface Names extends Pick<RegressionFacets, 'servers' | 'versions'> {
  groups: { id: string; benchmark: string }[] | null;
}

/** The filters that would find an event of a kind. A record that is part of no event gives none. */
export async function listRegressionFacets(
  database: Database,
  { kind = 'regression' }: Pick<EventFilter, 'kind'> = {},
): Promise<RegressionFacets> {
  const { grouped } = await readEvents(database);
  const records = grouped.flatMap((event) => (event.kind === kind ? event.records : []));
  const distinct = <T>(of: (record: ListedRecord) => T) => [...new Set(records.map(of))];
  const names = await findRow<Names>(database.pool, {
    name: 'regression-facets',
    text: NAMES,
    values: [
      distinct(({ serverId }) => serverId),
      distinct(({ testId }) => testId),
      distinct(({ line, firstBadId }) => (line === null ? firstBadId : -1)),
    ],
  });
  return {
    products: distinct(({ product }) => product).sort(),
    servers: names?.servers ?? [],
    // Only the importer writes benchmarks, from the type of their ids.
    groups: (names?.groups ?? []).map(({ id, benchmark }) => ({
      id,
      label: groupLabel(benchmark as Parameters<typeof groupLabel>[0], id),
    })),
    versions: names?.versions ?? [],
    lines: linesOf(records),
  };
}

/** By product, then by name. */
function linesOf(records: readonly ListedRecord[]): RegressionFacets['lines'] {
  const lines = new Map<string, RegressionFacets['lines'][number]>();
  for (const { product, line } of records)
    if (line !== null) lines.set(`${product}\n${line}`, { product, line });
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
