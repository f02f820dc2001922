import type { Database } from '../database';
import { findValue } from '../rows';

/**
 * Says whether the database answers and is migrated.
 *
 * @throws Error from the driver when it does not
 */
export async function checkHealth(database: Database): Promise<{ runs: number; milliseconds: number }> {
  const start = performance.now();
  return {
    runs:
      (await findValue<number>(
        database.pool,
        'SELECT coalesce(sum(run_count), 0)::int AS runs FROM heatmaps',
      )) ?? 0,
    milliseconds: performance.now() - start,
  };
}
