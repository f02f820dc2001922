import type {
  LastDelivery,
  MailDigest,
  WebhookDeliveryView,
  WebhookEvent,
  WebhookFilter,
  WebhookFormat,
  WebhookMessageType,
  WebhookView,
} from '@basecase/db/types';
import { countText, dayText, timeText } from '../text/words';
import { text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** The events of webhooks, with their labels. */
export const EVENT_WORDS = {
  'regression.new': 'new',
  'regression.sure': 'sure',
  'regression.fixed': 'fixed',
  'regression.withdrawn': 'withdrawn',
} as const satisfies Record<WebhookEvent, string>;

const MESSAGE_WORDS: Record<WebhookMessageType, string> = {
  ...EVENT_WORDS,
  'webhook.test': 'test',
  digest: 'digest',
};

/** The formats of messages, with their labels. */
export const FORMAT_WORDS = {
  json: 'JSON, signed',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  mail: 'mail',
  github: 'GitHub issues',
  gitlab: 'GitLab issues',
} as const satisfies Record<WebhookFormat, string>;

/** When a mail is sent, with labels. */
export const DIGEST_WORDS = {
  now: 'at once',
  daily: 'daily, 7:00 UTC',
  weekly: 'Mondays, 7:00 UTC',
} as const satisfies Record<MailDigest, string>;

const isKeyOf =
  <Key extends string>(words: Readonly<Record<Key, string>>) =>
  (value: unknown): value is Key =>
    typeof value === 'string' && Object.hasOwn(words, value);

export const isMailDigest = isKeyOf(DIGEST_WORDS);
export const isWebhookFormat = isKeyOf(FORMAT_WORDS);
export const isWebhookEvent = isKeyOf(EVENT_WORDS);

/** `server pn53, branch master, 5% or more`: what a webhook is limited to; empty without a filter. */
function filterText({ server, product, branch, minPercent }: WebhookFilter): string {
  const parts = [
    server && `server ${server}`,
    product && `product ${product}`,
    branch && `branch ${branch}`,
    minPercent !== undefined && `${minPercent}% or more`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What became of a message: a word with its tone, and the rest of what is known. */
export interface DeliveryText {
  className: 'tone-ok' | 'tone-warn' | 'tone-error' | 'dim';
  word: string;
  rest: string;
  /** Why the last try failed, empty when it did not. */
  error: string;
}

type Outcome = Pick<LastDelivery, 'state' | 'attempts' | 'error' | 'nextTryAt'> & {
  deliveredAt: string | null;
};

/** `delivered, 20 Nov 2026, 18:03 UTC`, `waiting after 3 tries, next …`, `given up after 10 tries`. */
export function deliveryText({ state, attempts, error, nextTryAt, deliveredAt }: Outcome): DeliveryText {
  const tries = countText(attempts, 'try', 'tries');
  switch (state) {
    case 'delivered': {
      const when = deliveredAt === null ? '' : `, ${timeText(deliveredAt)}`;
      const after = attempts > 1 ? ` after ${tries}` : '';
      return { className: 'tone-ok', word: 'delivered', rest: `${after}${when}`, error: '' };
    }
    case 'waiting': {
      if (attempts === 0) return { className: 'dim', word: 'waiting', rest: ', not tried yet', error: '' };
      const next = nextTryAt === null ? '' : `, next ${timeText(nextTryAt)}`;
      return { className: 'tone-warn', word: 'waiting', rest: ` after ${tries}${next}`, error: error ?? '' };
    }
    case 'failed':
      return { className: 'tone-error', word: 'given up', rest: ` after ${tries}`, error: error ?? '' };
  }
}

export type WebhookRow = ReturnType<typeof webhookRows>[number];

/** @param chosen id of the webhook whose messages are listed; empty for none */
export function webhookRows(webhooks: readonly WebhookView[], chosen: string) {
  return webhooks.map(
    ({ id, url, events, active, format, filter, digest, createdAt, lastDelivery: last }) => ({
      id,
      url,
      isActive: active,
      /** `new, fixed` */
      events: events.map((event) => EVENT_WORDS[event]).join(', '),
      /** `Slack`. */
      format: format === 'mail' ? `${FORMAT_WORDS.mail}, ${DIGEST_WORDS[digest]}` : FORMAT_WORDS[format],
      filter: filterText(filter),
      created: dayText(createdAt),
      /** `test` or `new`: what the last message was about; empty when there is none. */
      last: last === null ? '' : MESSAGE_WORDS[last.event],
      delivery: last && deliveryText({ ...last, deliveredAt: last.state === 'delivered' ? last.at : null }),
      messagesHref: webhooksHref({ webhook: id }),
      /** Its messages are listed below. */
      isChosen: id === chosen,
    }),
  );
}

export type MessageRow = ReturnType<typeof messageRows>[number];

/** The last messages of a webhook, the newest first. */
export function messageRows(deliveries: readonly WebhookDeliveryView[]) {
  return deliveries.map((delivery) => ({
    id: delivery.id,
    made: timeText(delivery.createdAt),
    about: MESSAGE_WORDS[delivery.event],
    delivery: deliveryText(delivery),
    /** `204`; empty without an answer. */
    status: delivery.status === null ? '' : String(delivery.status),
    /** Waiting messages are sent anyway. */
    canSendAgain: delivery.state !== 'waiting',
  }));
}

/** The state of the page and its form in the URL. */
export const webhooksUrl = urlCodec({
  /** Id of the webhook whose messages are listed; empty: of none. */
  webhook: text({ form: { pattern: /^\d{1,9}$/, words: 'a whole number' } }),
});

export function webhooksHref(state: StateOf<typeof webhooksUrl>): string {
  return `/webhooks${webhooksUrl.query(state)}`;
}
