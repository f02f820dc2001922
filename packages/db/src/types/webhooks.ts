/** Webhooks and what they were sent, as pages show them. Types only, safe to import anywhere. */
import type { DIGESTS, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '@basecase/contract/words';
import type { EventPlace, EventView } from './events';
import type { Suspects } from './regressions';

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Subject of a message: news, a test that an admin requested, or all news of a period in one mail. */
export type WebhookMessageType = WebhookEvent | 'webhook.test' | 'digest';

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
export type MailDigest = (typeof DIGESTS)[number];

/** What a webhook announces. Left out: everything. */
export interface WebhookFilter {
  /** Slug of a server. */
  server?: string | undefined;
  product?: string | undefined;
  /** Branch of builds; releases have none. */
  branch?: string | undefined;
  /** Smallest change in percent; tests that stopped working always pass. */
  minPercent?: number | undefined;
}

/** Content of a chat message, or of a part of a mail: one event, or a test. */
export interface ChatNews {
  event: Exclude<WebhookMessageType, 'digest'>;
  /** Null of a test. */
  about: {
    view: EventView;
    /** Tests that the message is about; the event may have more. */
    tests: number;
    /** Servers of these tests; the event may have more. */
    servers: EventPlace['server'][];
    /** Versions that work again; empty unless fixed. */
    fixedIn: string[];
    /** The version that was expected to fix it, and does not; null: none was. */
    notFixedIn: string | null;
    /** Commits that it may come from; null: of a release. */
    suspects: Suspects | null;
    /** Path of a page: of the event, or of a record if lists do not have the event. */
    path: string;
  } | null;
}

/**
 * @param news one, except for mails
 * @param baseUrl address of this server, null: unknown
 * @returns the body, JSON: as the chat reads it, `MailText` or `IssueText`
 */
export type MessageBody = (
  format: Exclude<WebhookFormat, 'json'>,
  news: readonly ChatNews[],
  baseUrl: string | null,
) => string;

/** A mail without its addresses. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** An issue of a repository; the body is Markdown. */
export interface IssueText {
  title: string;
  body: string;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export interface WebhookView {
  id: string;
  url: string;
  events: WebhookEvent[];
  active: boolean;
  format: WebhookFormat;
  filter: WebhookFilter;
  digest: MailDigest;
  createdAt: string;
  /** The newest message; null when there is none, or it was deleted since. */
  lastDelivery: LastDelivery | null;
}

export interface WebhookDeliveryView {
  id: string;
  event: WebhookMessageType;
  state: DeliveryState;
  /** Tries so far: 0 for one that only waits. */
  attempts: number;
  /** Status of the last answer, null when there was none. */
  status: number | null;
  /** Why the last try failed. */
  error: string | null;
  createdAt: string;
  /** ISO 8601; null when it is not tried again. */
  nextTryAt: string | null;
  deliveredAt: string | null;
}

export interface LastDelivery extends Omit<WebhookDeliveryView, 'id' | 'createdAt' | 'deliveredAt'> {
  /** When it was delivered, else when it was made; ISO 8601. */
  at: string;
}
