import { createHash } from 'node:crypto';
import { findValue, type Queries } from './rows';

/**
 * Twelve characters that no other database has: a copy by restore is another database, a read replica is the same one.
 * What is in a blob store begins with them: two databases may have one store (after a restore next to the old one), and
 * what no row here names is garbage only when it was written for this database.
 */
export async function readIdentity(client: Queries): Promise<string> {
  const identity = await findValue<string>(
    client,
    `SELECT (SELECT system_identifier FROM pg_control_system()) || '/' ||
       (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`,
  );
  return createHash('sha256')
    .update(identity ?? '')
    .digest('hex')
    .slice(0, 12);
}
