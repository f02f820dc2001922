import { type Database, inTransaction } from '../../database';
import { addDeliveryJob, MAX_ATTEMPTS } from '../../webhooks/queue-deliveries';
import { JOB_IS_LIVE } from '../worker-life';

/**
 * Messages that wait without a job: the worker that sent them died at their last try, or the queue was emptied. Those
 * with tries left are queued again, the others have failed.
 *
 * @returns how many there were
 */
export async function recoverDeliveries(database: Database): Promise<number> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ id: number; attempts: number }>(
      `SELECT id, attempts FROM webhook_deliveries
       WHERE state = 'waiting' AND NOT EXISTS (
         SELECT FROM graphile_worker.jobs WHERE jobs.key = 'webhook-' || webhook_deliveries.id AND ${JOB_IS_LIVE})
       ORDER BY id FOR UPDATE SKIP LOCKED`,
    );
    for (const { id, attempts } of rows) {
      if (attempts < MAX_ATTEMPTS) await addDeliveryJob(client, id, MAX_ATTEMPTS - attempts);
      else await giveUp(client, id);
    }
    return rows.length;
  });
}

async function giveUp(
  client: { query(sql: string, values: unknown[]): Promise<unknown> },
  id: number,
): Promise<void> {
  await client.query(
    `UPDATE webhook_deliveries SET state = 'failed', next_try_at = NULL,
       error = coalesce(error, 'The worker that sent it ended before it had an answer.')
     WHERE id = $1`,
    [id],
  );
}
