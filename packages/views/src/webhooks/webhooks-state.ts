import { z } from 'zod';
import { toQuery } from '../url/to-query';

/** The state of the page in the URL. */
export interface WebhooksState {
  /** Id of the webhook whose messages are listed; empty: of none. */
  webhook: string;
}

const schema = z.object({
  webhook: z
    .string()
    .regex(/^\d{1,9}$/)
    .catch(''),
});

/** Never fails. */
export function parseWebhooksState(query: Iterable<[string, string]>): WebhooksState {
  return schema.parse(Object.fromEntries(query));
}

export function webhooksHref({ webhook }: WebhooksState): string {
  return `/webhooks${toQuery([['webhook', webhook]])}`;
}
