import type { Database } from '../database';

/**
 * Says whether the database answers and is migrated.
 *
 * @throws Error from the driver when it does not
 */
export async function checkHealth(database: Database): Promise<{ runs: number; milliseconds: number }> {
  const start = performance.now();
  const { rows } = await database.pool.query<{ runs: number }>(
    'SELECT coalesce(sum(run_count), 0)::int AS runs FROM heatmaps',
  );
  return { runs: rows[0]?.runs ?? 0, milliseconds: performance.now() - start };
}
