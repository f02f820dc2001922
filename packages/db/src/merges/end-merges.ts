import type { PoolClient } from 'pg';

/** Names lead to where they led before corrections that merged them. */
export async function endMerges(client: PoolClient, correctionIds: readonly number[]): Promise<void> {
  await client.query('UPDATE merges SET in_force = false WHERE correction_id = ANY ($1)', [correctionIds]);
}
