import type { Database } from '../database';

/**
 * What of the database a statement that starts now sees, as text. Two equal texts mean that nothing was written between
 * them, by whatever process: PostgreSQL numbers its writing transactions, and this is which of them are visible.
 * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
export async function readSnapshot(database: Database): Promise<string> {
  const { rows } = await database.pool.query<{ snapshot: string }>({
    name: 'snapshot',
    text: 'SELECT pg_current_snapshot()::text AS snapshot',
  });
  return rows[0]?.snapshot ?? '';
}
