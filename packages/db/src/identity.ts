import { createHash } from 'node:crypto';
import type { Queries } from './blobs/packs/pack-index';

/**
 * Twelve characters that no other database has: a copy by restore is another database, a read replica is the same one.
 * What is in a blob store begins with them: two databases may have one store (after a restore next to the old one), and
 * what no row here names is garbage only when it was written for this database.
 */
export async function readIdentity(client: Queries): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT (SELECT system_identifier FROM pg_control_system()) || '/' ||
       (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`,
  );
  return createHash('sha256')
    .update(rows[0]?.identity ?? '')
    .digest('hex')
    .slice(0, 12);
}
