import { IS_CLUSTER } from '../cluster';
import { getValue, type Queries } from '../rows';

/** Which heatmaps a statement is of: `heatmap_id ${is}` for each table that is cut by heatmap, with `value` as its `$1`. */
export interface AskedHeatmaps {
  readonly is: '= ANY ($1)' | '= $1';
  readonly value: number | readonly number[];
}

/** By connection or pool: a database does not become one of a cluster while it is in use. */
const known = new WeakMap<Queries, boolean>();

async function isCluster(client: Queries): Promise<boolean> {
  const before = known.get(client);
  if (before !== undefined) return before;
  const found = await getValue<boolean>(client, `SELECT ${IS_CLUSTER} AS found`);
  known.set(client, found);
  return found;
}

/**
 * Asks a statement that a cluster of Citus takes of one heatmap only, because of the queries in it: there once for each
 * heatmap, of one PostgreSQL once for all.
 *
 * @returns rows in no order
 */
export async function byHeatmap<T>(
  client: Queries,
  heatmapIds: readonly number[],
  ask: (heatmaps: AskedHeatmaps) => Promise<T[]>,
): Promise<T[]> {
  const ids = [...new Set(heatmapIds)];
  if (!(await isCluster(client))) return ask({ is: '= ANY ($1)', value: ids });
  const rows: T[] = [];
  for (const value of ids) rows.push(...(await ask({ is: '= $1', value })));
  return rows;
}
