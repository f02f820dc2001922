import type { Database } from '../database';

/** Where tables are, as Citus says: `reference`, `local` or the column that they are cut by, like PLACES. */
export async function placesOf({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; place: string }>(
    `SELECT relname AS name, coalesce(CASE partmethod WHEN 'h' THEN column_to_column_name(logicalrelid, partkey)
         WHEN 'n' THEN CASE repmodel WHEN 't' THEN 'reference' END END, 'local') AS place
     FROM pg_class LEFT JOIN pg_dist_partition ON logicalrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return Object.fromEntries(rows.map(({ name, place }) => [name, place]));
}

/** How many nodes are asked for the answer of a statement, and how many shards. */
export async function tasksOf(
  { pool }: Pick<Database, 'pool'>,
  sql: string,
  values: readonly unknown[],
): Promise<{ tasks: number; plan: string }> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${sql}`, [...values]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
  return { tasks: counts.reduce((sum, count) => sum + count, 0), plan };
}
