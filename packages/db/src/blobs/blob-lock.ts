import type { PoolClient } from 'pg';

/** An arbitrary number that means "bytes of the blob store are being named or deleted". */
const BLOB_LOCK = 5_150_419;

/**
 * Keeps bytes from being deleted until the end of the transaction that names them. Any number of transactions may
 * hold it at once.
 */
export async function keepBlobs(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [BLOB_LOCK]);
}

/** Waits for every transaction that names bytes, and lets no new one begin until the end of this one. */
export async function takeBlobLock(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [BLOB_LOCK]);
}

/**
 * Keeps bytes from being deleted while this session lasts, whatever its transactions do: a snapshot that is taken under
 * it never names bytes that are gone. The lock ends with the connection.
 */
export async function lockBlobs(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [BLOB_LOCK]);
}
