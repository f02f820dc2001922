import type { PoolClient } from 'pg';

/**
 * What now() is in the transaction, for rows of tables that a cluster spreads: there it refuses now() within COALESCE and CASE,
 * which each node would compute for itself.
 */
export async function transactionTime(client: Pick<PoolClient, 'query'>): Promise<string> {
  const { rows } = await client.query<{ now: string }>('SELECT now()::text AS now');
  if (!rows[0]) throw new Error('SELECT now() gave no row');
  return rows[0].now;
}
