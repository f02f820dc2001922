import { type Database, inTransaction } from '../database';
import { findRow, findValue } from '../rows';
import type { ChatNews, MessageBody, WebhookFormat, WebhookMessageType } from '../types/webhooks';
import { type ChatSubject, type DigestSubject, readChatNews } from './chat-news';
import { CHECK_FIRST, createIssue, isIssueFormat, linkIssue } from './create-issue';
import { DeliveryError, mailAddress, postWebhook } from './post-webhook';
import { addDeliveryJob, MAX_ATTEMPTS } from './queue-deliveries';
import { type MailSettings, sendMail } from './send-mail.mjs';
import { signedHeaders } from './sign';

const NO_MAIL = 'This worker has no mail server: set BASECASE_SMTP_URL and BASECASE_MAIL_FROM.';

interface Delivery {
  url: string;
  secret: string;
  active: boolean;
  format: WebhookFormat;
  baseUrl: string | null;
  event: WebhookMessageType;
  payload: string;
  subject: ChatSubject | DigestSubject | null;
  attempts: number;
  /** Of the try before. */
  error: string | null;
}

/** How messages are sent by a worker. */
export interface DeliveryOptions {
  /** Whether addresses of this machine and its network may be called. */
  allowPrivate: boolean;
  /** Writes messages for people. */
  messageBody: MessageBody;
  /** Null: mails cannot be sent. */
  mail: MailSettings | null;
  /** Public address of this server; null: as the person who added the webhook knows it. */
  baseUrl: string | null;
}

/** Counts the try first: one that ends this process was a try as well. */
const BEGIN = `
UPDATE webhook_deliveries SET attempts = attempts + 1 FROM webhooks
WHERE webhook_deliveries.id = $1 AND webhooks.id = webhook_id AND state = 'waiting'
RETURNING url, secret, active, format, base_url AS "baseUrl", event, payload, subject, attempts, error`;

/**
 * Sends one queued message. Nothing is done when it was sent already, or its webhook is gone.
 *
 * @throws DeliveryError when it was not taken and is to be tried again: the queue waits longer each time
 */
export async function deliverWebhook(
  database: Database,
  deliveryId: number,
  options: DeliveryOptions,
): Promise<void> {
  if (await isPostponed(database, deliveryId)) return;
  const delivery = await findRow<Delivery>(database.pool, BEGIN, [deliveryId]);
  if (!delivery) return;
  try {
    if (!delivery.active) throw new DeliveryError('The webhook was disabled.', { isFinal: true });
    refuseSecondCopy(delivery);
    const body = await bodyOf(database, deliveryId, { delivery, ...options });
    if (body === null) return;
    const status = await send(database, deliveryId, { delivery, body, options });
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

/** An upload of several servers is judged one server after the other: an event waits for them, but not for long. */
const POSTPONE = `
UPDATE webhook_deliveries SET next_try_at = now() + interval '2 seconds'
WHERE id = $1 AND state = 'waiting' AND attempts = 0 AND subject IS NOT NULL
  AND created_at > now() - interval '5 minutes' AND EXISTS (SELECT FROM heatmaps WHERE stale_since IS NOT NULL)
RETURNING id`;

async function isPostponed(database: Database, deliveryId: number): Promise<boolean> {
  return inTransaction(database, async (client) => {
    const id = await findValue<number>(client, POSTPONE, [deliveryId]);
    if (id !== null) await addDeliveryJob(client, deliveryId);
    return id !== null;
  });
}

/**
 * Programs and chats see from its id that a message came twice. Of a mail or an issue nothing is known if the process
 * ended after its body was stored, and a second copy stays.
 */
function refuseSecondCopy({ format, attempts, error, payload }: Delivery): void {
  if ((format === 'mail' || isIssueFormat(format)) && attempts > 1 && error === null && payload !== '')
    throw new DeliveryError(`The worker that sent it ended before it had an answer. ${CHECK_FIRST}`, {
      isFinal: true,
    });
}

/** The stored body; for people it is written at the first try, so that every try sends the same. Null: nothing to send. */
async function bodyOf(
  database: Database,
  deliveryId: number,
  { delivery, messageBody, baseUrl }: DeliveryOptions & { delivery: Delivery },
): Promise<string | null> {
  const { format, payload } = delivery;
  if (payload !== '' || format === 'json') return payload;
  const news = await newsOf(database, delivery);
  if (news.length === 0) {
    await database.pool.query('DELETE FROM webhook_deliveries WHERE id = $1', [deliveryId]);
    return null;
  }
  const body = messageBody(format, news, baseUrl ?? delivery.baseUrl);
  await database.pool.query('UPDATE webhook_deliveries SET payload = $2 WHERE id = $1', [deliveryId, body]);
  return body;
}

/** An issue is for an event that is sure and has no link yet. */
async function newsOf(database: Database, { format, event, subject }: Delivery): Promise<ChatNews[]> {
  if (event === 'webhook.test' || subject === null) return [{ event: 'webhook.test', about: null }];
  if ('digest' in subject) return readChatNews(database, subject.digest);
  if (event === 'digest') return [];
  const news = await readChatNews(database, [{ event, ...subject }]);
  return news.filter(
    ({ about }) => !isIssueFormat(format) || (about?.view.certainty === 'sure' && about.view.bugUrl === null),
  );
}

/** Messages for programs are signed; a chat knows its senders by the address. @returns status of the answer; null of a mail */
async function send(
  database: Database,
  deliveryId: number,
  { delivery, body, options }: { delivery: Delivery; body: string; options: DeliveryOptions },
): Promise<number | null> {
  const { url, secret, format, subject } = delivery;
  const { allowPrivate, mail } = options;
  if (format === 'mail') {
    await sendMailTo(mail, { id: deliveryId, to: mailAddress(url), ...JSON.parse(body) });
    return null;
  }
  if (isIssueFormat(format)) {
    const { status, href } = await createIssue({ url, secret, format }, JSON.parse(body), allowPrivate);
    if (subject !== null && 'name' in subject) await linkIssue(database, subject.name, href);
    return status;
  }
  const timestamp = Math.floor(Date.now() / 1000);
  const headers =
    format === 'json' ? signedHeaders(secret, { id: `msg_${deliveryId}`, timestamp, body }) : {};
  return (await postWebhook({ url, headers, body, allowPrivate })).status;
}

/** @throws DeliveryError */
async function sendMailTo(mail: MailSettings | null, message: Parameters<typeof sendMail>[1]): Promise<void> {
  if (mail === null) throw new DeliveryError(NO_MAIL, { isFinal: true });
  try {
    await sendMail(mail, message);
  } catch (error) {
    throw mailError(error as Error & { code?: string; responseCode?: number });
  }
}

function mailError({
  message,
  code,
  responseCode,
}: Error & { code?: string; responseCode?: number }): DeliveryError {
  const status = responseCode ?? null;
  const isFinal = status !== null && status >= 500;
  const reason = message.replace(/\.$/, '');
  const advice = code === 'EAUTH' ? ' Check user and password in BASECASE_SMTP_URL.' : '';
  if (status !== null)
    return new DeliveryError(`The mail server refused it: ${reason}.${advice}`, { status, isFinal });
  const isUnknown = /self.signed|unable to (?:verify|get)/.test(message);
  const hint = isUnknown
    ? 'Its certificate is of an authority that is not known here: name the root certificate with NODE_EXTRA_CA_CERTS.'
    : 'Check BASECASE_SMTP_URL and the network.';
  return new DeliveryError(`The mail server could not be used: ${reason}. ${hint}${advice}`);
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
