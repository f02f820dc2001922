import type { PoolClient } from 'pg';
import { addIngestJob } from '../jobs/queue-job';
import { addDeliveryJob } from '../webhooks/queue-deliveries';

/**
 * Makes the jobs again that a backup does not hold: of uploads that wait or were being read, and of messages that were not
 * delivered. Stale heatmaps are found by the worker itself. Wants `prepareQueue` before the transaction.
 */
export async function queueAll(client: PoolClient): Promise<{ uploads: number; deliveries: number }> {
  // Whoever read it reads it in the database that was copied, not in this one.
  await client.query(`UPDATE uploads SET state = 'queued', progress = NULL WHERE state = 'reading'`);
  const uploads = await client.query<{ id: number }>(
    `SELECT id FROM uploads WHERE state = 'queued' ORDER BY id`,
  );
  for (const { id } of uploads.rows) await addIngestJob(client, id);
  const deliveries = await client.query<{ id: number }>(
    `SELECT id FROM webhook_deliveries WHERE state = 'waiting' ORDER BY id`,
  );
  for (const { id } of deliveries.rows) await addDeliveryJob(client, id);
  return { uploads: uploads.rows.length, deliveries: deliveries.rows.length };
}
