import { getValue, type Queries } from '../rows';

/**
 * What now() is in the transaction, for rows of tables that a cluster spreads: there it refuses now() within COALESCE and CASE,
 * which each node would compute for itself.
 */
export async function transactionTime(client: Queries): Promise<string> {
  return getValue<string>(client, 'SELECT now()::text AS now');
}
