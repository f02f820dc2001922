import type { Database } from '../database';

/** How long a message is kept after it was made: long enough to see what went wrong and send it again by hand. */
export const KEPT_DAYS = 30;

/**
 * Deletes messages that were made more than `KEPT_DAYS` days ago and are over: delivered, or given up. What still waits
 * is kept, however old. Any number of processes may do it at once.
 *
 * @returns how many were deleted
 */
export async function deleteOldDeliveries({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < now() - $1 * interval '1 day'`,
    [KEPT_DAYS],
  );
  return rowCount ?? 0;
}
