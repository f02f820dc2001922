import { type Database, inTransaction } from '../database';
import { NotFoundError, SettingError } from '../errors';
import { prepareQueue } from '../jobs/queue-job';
import { iso } from '../queries/build-sql';
import { parseId, parseShortId } from '../queries/parse-id';
import { getRow, getValue, listRows } from '../rows';
import type { WebhookDeliveryView, WebhookEvent, WebhookView } from '../types/webhooks';
import { checkUrl, DeliveryError, refusePrivateTarget } from './post-webhook';
import { queueDelivery } from './queue-deliveries';
import { newSecret } from './sign';
import { testPayload } from './webhook-payload';

export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  'regression.new',
  'regression.sure',
  'regression.fixed',
  'regression.withdrawn',
];

const LIST = `
SELECT webhooks.id::text, url, events, active, ${iso('webhooks.created_at')} AS "createdAt",
  (SELECT json_build_object('event', event, 'state', state, 'attempts', attempts, 'status', status, 'error', error,
     'at', ${iso('coalesce(delivered_at, webhook_deliveries.created_at)')}, 'nextTryAt', ${iso('next_try_at')})
   FROM webhook_deliveries WHERE webhook_id = webhooks.id
   ORDER BY webhook_deliveries.id DESC LIMIT 1) AS "lastDelivery"
FROM webhooks`;

/** The newest first; secrets are never shown again. */
export async function listWebhooks({ pool }: Database): Promise<WebhookView[]> {
  return listRows<WebhookView>(pool, `${LIST} ORDER BY webhooks.id DESC`);
}

/**
 * Makes a webhook.
 *
 * @param allowPrivate whether addresses of this machine and its network may be called; looked at again at each delivery
 * @returns its secret, which cannot be had again
 * @throws SettingError for a URL that would never be called: also for a name whose address is private now
 */
export async function createWebhook(
  { pool }: Database,
  { url, events, allowPrivate }: { url: string; events: readonly WebhookEvent[]; allowPrivate: boolean },
): Promise<{ secret: string; view: WebhookView }> {
  try {
    await refusePrivateTarget(checkUrl(url, allowPrivate), allowPrivate);
  } catch (error) {
    if (error instanceof DeliveryError) throw new SettingError(error.message, { cause: error });
    throw error;
  }
  const secret = newSecret();
  const id = await getValue<number>(
    pool,
    'INSERT INTO webhooks (url, secret, events) VALUES ($1, $2, $3) RETURNING id',
    [url, secret, [...new Set(events)]],
  );
  const [view] = await listRows<WebhookView>(pool, `${LIST} WHERE webhooks.id = $1`, [id]);
  if (!view) throw new Error('The webhook was not stored.');
  return { secret, view };
}

/** Switches a webhook on or off. @throws NotFoundError */
export async function setWebhookActive(database: Database, id: string, active: boolean): Promise<void> {
  await changeOne(database, id, 'UPDATE webhooks SET active = $2 WHERE id = $1', active);
}

/** Removes a webhook with its deliveries. @throws NotFoundError */
export async function deleteWebhook(database: Database, id: string): Promise<void> {
  await changeOne(database, id, 'DELETE FROM webhooks WHERE id = $1');
}

async function changeOne({ pool }: Database, id: string, sql: string, ...values: unknown[]): Promise<void> {
  const { rowCount } = await pool.query(sql, [parseShortId(id, 'webhook'), ...values]);
  if (rowCount !== 1) throw new NotFoundError(`No webhook ${id}.`);
}

const SHOWN_DELIVERIES = 50;

/** The last messages to a webhook, the newest first. */
export async function listDeliveries(database: Database, id: string): Promise<WebhookDeliveryView[]> {
  return listRows<WebhookDeliveryView>(
    database.pool,
    `SELECT id::text, event, state, attempts, status, error, ${iso('created_at')} AS "createdAt",
       ${iso('next_try_at')} AS "nextTryAt", ${iso('delivered_at')} AS "deliveredAt"
     FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY webhook_deliveries.id DESC LIMIT ${SHOWN_DELIVERIES}`,
    [parseShortId(id, 'webhook')],
  );
}

/**
 * Sends a message that says nothing but that it is a test: on the same way, signed and tried again like news.
 *
 * @returns the id of the delivery
 * @throws NotFoundError; SettingError while it is switched off
 */
export async function sendTest(database: Database, id: string): Promise<string> {
  await prepareQueue(database);
  return inTransaction(database, async (client) => {
    const webhook = await getRow<{ id: number; active: boolean; at: Date }>(
      client,
      'SELECT id, active, now() AS at FROM webhooks WHERE id = $1 FOR SHARE',
      [parseShortId(id, 'webhook')],
      `No webhook ${id}.`,
    );
    if (!webhook.active) throw new SettingError('The webhook is paused. Resume it, then test it.');
    const payload = testPayload(webhook.at.toISOString());
    return String(await queueDelivery(client, { webhookId: webhook.id, event: 'webhook.test', payload }));
  });
}

/**
 * Sends a message again, as it was, with as many tries as a new one.
 *
 * @returns the id of the new delivery
 * @throws NotFoundError
 */
export async function redeliver(database: Database, deliveryId: string): Promise<string> {
  await prepareQueue(database);
  return inTransaction(database, async (client) => {
    const row = await getRow<{ webhookId: number; event: string; payload: string }>(
      client,
      'SELECT webhook_id AS "webhookId", event, payload FROM webhook_deliveries WHERE id = $1',
      [parseId(deliveryId, 'delivery')],
      `No delivery ${deliveryId}.`,
    );
    return String(await queueDelivery(client, row));
  });
}
