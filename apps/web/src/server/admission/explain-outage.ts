import type { IncomingMessage, ServerResponse } from 'node:http';
import { DATABASE_UNAVAILABLE } from '@basecase/db/errors';
import { refuse } from '../access/refusal';
import { logError } from '../log';

/** What writes to a response; Next.js and what compresses for it use all of them. */
const WRITERS = ['writeHead', 'flushHeaders', 'write', 'end'] as const;

/**
 * Explains a page that fails because its database is gone: Next.js only reports that something failed, and only to browsers with
 * scripts. Such a failure is held back until it is known whether the database answers; everything else is sent as it comes.
 *
 * @param isDatabaseOut is asked after a failure alone, and throws nothing
 */
export function explainOutage(
  request: IncomingMessage,
  response: ServerResponse,
  isDatabaseOut: () => Promise<boolean>,
): void {
  const originals = WRITERS.map((name) => [name, response[name]] as const);
  const held: (() => void)[] = [];
  const restore = () => {
    for (const [name, original] of originals) Object.assign(response, { [name]: original });
  };

  const sendHeld = async () => {
    const isOut = await isDatabaseOut();
    restore();
    if (response.headersSent || response.destroyed) return;
    if (!isOut) return held.forEach((send) => void send());
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const headers = { 'retry-after': String(DATABASE_UNAVAILABLE.retryAfter) };
    refuse(request, response, { ...DATABASE_UNAVAILABLE, headers });
  };

  for (const [name, original] of originals) {
    const replacement = (...args: unknown[]) => {
      // Node.js itself calls `writeHead` with the status that was set before.
      const status = name === 'writeHead' ? args[0] : response.statusCode;
      if (response.headersSent || status !== 500) return Reflect.apply(original, response, args);
      response.statusCode = 500;
      held.push(() => Reflect.apply(original, response, args));
      if (name === 'end') {
        sendHeld().catch((error: unknown) => {
          logError('outage', error);
          response.destroy();
        });
      }
      return name === 'write' ? true : response;
    };
    Object.assign(response, { [name]: replacement });
  }
}
