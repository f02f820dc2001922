import { type Database, inTransaction } from '../database';
import { NotFoundError, SettingError } from '../errors';
import { prepareQueue } from '../jobs/queue-job';
import { iso } from '../queries/build-sql';
import { parseId, parseShortId } from '../queries/parse-id';
import { getRow, getValue, listRows } from '../rows';
import type {
  MailDigest,
  WebhookDeliveryView,
  WebhookEvent,
  WebhookFilter,
  WebhookFormat,
  WebhookView,
} from '../types/webhooks';
import type { ChatSubject } from './chat-news';
import { isIssueFormat, issuesApi } from './create-issue';
import { checkUrl, DeliveryError, mailAddress, refusePrivateTarget } from './post-webhook';
import { queueDelivery } from './queue-deliveries';
import { newSecret } from './sign';
import { checkFilter } from './webhook-filter';
import { testPayload } from './webhook-payload';

const SLACK = /^hooks\.slack(-gov)?\.com$/;
/** Connectors of Office, and workflows of Power Automate by their old and new hosts. */
const TEAMS =
  /(^|\.)(webhook\.office\.com|outlook\.office(365)?\.com|logic\.azure\.(com|us)|api\.powerplatform\.com)$/;

/** The format that the receiver at an address reads; JSON where the host is none of a chat or a forge. */
export function guessFormat({ protocol, hostname }: URL): WebhookFormat {
  if (protocol === 'mailto:') return 'mail';
  if (hostname === 'github.com' || hostname === 'gitlab.com')
    return hostname === 'github.com' ? 'github' : 'gitlab';
  if (SLACK.test(hostname)) return 'slack';
  return TEAMS.test(hostname) ? 'teams' : 'json';
}

const LIST = `
SELECT webhooks.id::text, url, events, active, format, filter, digest, ${iso('webhooks.created_at')} AS "createdAt",
  (SELECT json_build_object('event', event, 'state', state, 'attempts', attempts, 'status', status, 'error', error,
     'at', ${iso('coalesce(delivered_at, webhook_deliveries.created_at)')}, 'nextTryAt', ${iso('next_try_at')})
   FROM webhook_deliveries WHERE webhook_id = webhooks.id
   ORDER BY webhook_deliveries.id DESC LIMIT 1) AS "lastDelivery"
FROM webhooks`;

/** The newest first; secrets are never shown again. */
export async function listWebhooks({ pool }: Database): Promise<WebhookView[]> {
  return listRows<WebhookView>(pool, `${LIST} ORDER BY webhooks.id DESC`);
}

interface WebhookToMake {
  url: string;
  events: readonly WebhookEvent[];
  /** Left out: guessed from the URL. */
  format?: WebhookFormat | undefined;
  filter?: WebhookFilter | undefined;
  /** When a mail is sent. Default: at once. */
  digest?: MailDigest | undefined;
  /** Of GitHub or GitLab: what creates issues there. */
  token?: string | undefined;
  /** Address of this server, for links in chats; null: unknown. */
  baseUrl?: string | null;
  /** Whether addresses of this machine and its network may be called; looked at again at each delivery. */
  allowPrivate: boolean;
  /** False: mails are refused, because a mail server is missing. Default: true. */
  canMail?: boolean;
}

/**
 * Makes a webhook.
 *
 * @param webhook url: `mailto:` of a mail, the page of a repository for issues
 * @returns its secret, which cannot be had again; null of all formats but JSON, whose messages are not signed
 * @throws SettingError for a URL that would never be called, also for a name whose address is private now; for a filter
 *   by an unknown server or product; for issues without a token
 */
export async function createWebhook(
  { pool }: Database,
  {
    url,
    events,
    format: asked,
    filter = {},
    digest = 'now',
    token = '',
    baseUrl = null,
    allowPrivate,
    canMail = true,
  }: WebhookToMake,
): Promise<{ secret: string | null; view: WebhookView }> {
  const format = asked ?? (URL.canParse(url) ? guessFormat(new URL(url)) : 'json');
  if (format === 'mail' && !canMail)
    throw new SettingError('This server has no mail server: set BASECASE_SMTP_URL and BASECASE_MAIL_FROM.');
  await checkTarget(url, format, allowPrivate);
  if (isIssueFormat(format) && token === '')
    throw new SettingError('Creating issues needs a token of the repository.');
  const secret = isIssueFormat(format) ? token : newSecret();
  const id = await getValue<number>(
    pool,
    `INSERT INTO webhooks (url, secret, events, format, filter, base_url, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [
      ...[format === 'mail' ? `mailto:${mailAddress(url)}` : url, secret, [...new Set(events)], format],
      ...[JSON.stringify(await checkFilter(pool, filter)), baseUrl, format === 'mail' ? digest : 'now'],
    ],
  );
  const [view] = await listRows<WebhookView>(pool, `${LIST} WHERE webhooks.id = $1`, [id]);
  if (!view) throw new Error('The webhook was not stored.');
  return { secret: format === 'json' ? secret : null, view };
}

/** @throws SettingError for an address that a message of this format cannot go to */
async function checkTarget(url: string, format: WebhookFormat, allowPrivate: boolean): Promise<void> {
  try {
    if (format === 'mail') return void mailAddress(url);
    const target = checkUrl(url, allowPrivate);
    if (isIssueFormat(format)) issuesApi(format, target);
    await refusePrivateTarget(target, allowPrivate);
  } catch (error) {
    if (error instanceof DeliveryError) throw new SettingError(error.message, { cause: error });
    throw error;
  }
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
    const webhook = await getRow<{ id: number; active: boolean; format: WebhookFormat; at: Date }>(
      client,
      'SELECT id, active, format, now() AS at FROM webhooks WHERE id = $1 FOR SHARE',
      [parseShortId(id, 'webhook')],
      `No webhook ${id}.`,
    );
    if (isIssueFormat(webhook.format))
      throw new SettingError(
        'A test would create an issue. It is created for the next regression that is sure.',
      );
    if (!webhook.active) throw new SettingError('The webhook is paused. Resume it, then test it.');
    const payload = webhook.format === 'json' ? testPayload(webhook.at.toISOString()) : '';
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
    const row = await getRow<{
      webhookId: number;
      event: string;
      payload: string;
      subject: ChatSubject | null;
    }>(
      client,
      'SELECT webhook_id AS "webhookId", event, payload, subject FROM webhook_deliveries WHERE id = $1',
      [parseId(deliveryId, 'delivery')],
      `No delivery ${deliveryId}.`,
    );
    return String(await queueDelivery(client, row));
  });
}
