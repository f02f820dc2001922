/** Webhooks and what they were sent, as pages show them. Types only, safe to import anywhere. */

export type WebhookEvent = 'regression.new' | 'regression.sure' | 'regression.fixed' | 'regression.withdrawn';

/** Subject of a message: news, or a test that an admin requested. */
export type WebhookMessageType = WebhookEvent | 'webhook.test';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export interface WebhookView {
  id: string;
  url: string;
  events: WebhookEvent[];
  active: boolean;
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
