import type { PoolClient } from 'pg';
import { ADVISORY } from '../advisory-locks';
import { findValue } from '../rows';

/**
 * Keeps bytes from being deleted until the end of the transaction that names them. Any number of transactions may
 * hold it at once.
 */
export async function keepBlobs(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [ADVISORY.blobs]);
}

/**
 * Blocks new references to bytes until the end of the transaction, without waiting: a waiting lock would block all
 * later ones too, possibly as long as a backup takes.
 *
 * @returns false when a transaction that names bytes, or a backup, has it
 */
export async function tryBlobLock(client: PoolClient): Promise<boolean> {
  return (
    (await findValue<boolean>(client, 'SELECT pg_try_advisory_xact_lock($1) AS taken', [ADVISORY.blobs])) ??
    false
  );
}

/**
 * Keeps bytes from being deleted while this session lasts, whatever its transactions do: a snapshot that is taken under
 * it never names bytes that are gone. The lock ends with the connection.
 */
export async function lockBlobs(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY.blobs]);
}
