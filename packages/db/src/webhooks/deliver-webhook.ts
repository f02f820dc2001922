import type { Database } from '../database';
import { findRow } from '../rows';
import { DeliveryError, postWebhook } from './post-webhook';
import { MAX_ATTEMPTS } from './queue-deliveries';
import { signedHeaders } from './sign';

interface Delivery {
  url: string;
  secret: string;
  active: boolean;
  payload: string;
  attempts: number;
}

/** Counts the try first: one that ends this process was a try as well. */
const BEGIN = `
UPDATE webhook_deliveries SET attempts = attempts + 1 FROM webhooks
WHERE webhook_deliveries.id = $1 AND webhooks.id = webhook_id AND state = 'waiting'
RETURNING url, secret, active, payload, attempts`;

/**
 * Sends one queued message. Nothing is done when it was sent already, or its webhook is gone.
 *
 * @throws DeliveryError when it was not taken and is to be tried again: the queue waits longer each time
 */
export async function deliverWebhook(
  database: Database,
  deliveryId: number,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<void> {
  const delivery = await findRow<Delivery>(database.pool, BEGIN, [deliveryId]);
  if (!delivery) return;
  try {
    if (!delivery.active) throw new DeliveryError('The webhook was disabled.', { isFinal: true });
    const status = await send(delivery, deliveryId, allowPrivate);
    await database.pool.query(
      `UPDATE webhook_deliveries SET state = 'delivered', delivered_at = now(), next_try_at = NULL, status = $2,
         error = NULL
       WHERE id = $1`,
      [deliveryId, status],
    );
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    await endTry(database, deliveryId, { error, attempts: delivery.attempts });
  }
}

async function send(
  { url, secret, payload }: Delivery,
  deliveryId: number,
  allowPrivate: boolean,
): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signedHeaders(secret, { id: `msg_${deliveryId}`, timestamp, body: payload });
  return postWebhook({ url, headers, body: payload, allowPrivate });
}

async function endTry(
  { pool }: Database,
  deliveryId: number,
  { error, attempts }: { error: DeliveryError; attempts: number },
): Promise<void> {
  const isOver = error.isFinal || attempts >= MAX_ATTEMPTS;
  // As graphile-worker counts: e to the number of the try, in seconds.
  await pool.query(
    `UPDATE webhook_deliveries SET status = $2, error = $3, state = CASE WHEN $4 THEN 'failed' ELSE 'waiting' END::delivery_state,
       next_try_at = CASE WHEN $4 THEN NULL ELSE now() + exp(least(10, $5::int)) * interval '1 second' END
     WHERE id = $1`,
    [deliveryId, error.status, error.message, isOver, attempts],
  );
  if (!isOver) throw error;
}
