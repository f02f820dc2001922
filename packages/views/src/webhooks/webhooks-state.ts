import { text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** The state of the page and its form in the URL. */
export const webhooksUrl = urlCodec({
  /** Id of the webhook whose messages are listed; empty: of none. */
  webhook: text({ pattern: /^\d{1,9}$/ }),
});

export function webhooksHref(state: StateOf<typeof webhooksUrl>): string {
  return `/webhooks${webhooksUrl.query(state)}`;
}
