import type { Database } from '../database';

/**
 * Says whether the database answers and is migrated.
 *
 * @throws Error from the driver when it does not
 */
export async function checkHealth(database: Database): Promise<{ runs: number; milliseconds: number }> {
  const start = performance.now();
  // An estimate would be cheaper, but is -1 until the first ANALYZE.
  const { rows } = await database.pool.query<{ runs: number }>('SELECT count(*)::int AS runs FROM runs');
  return { runs: rows[0]?.runs ?? 0, milliseconds: performance.now() - start };
}
