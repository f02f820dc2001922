import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/**
 * Time for one request to arrive. Node.js allows 5 minutes, in which a gigabyte needs 30 Mbit/s; a request that is cut
 * at that point can be repeated for ever and never gets through. Headers still have a minute.
 */
const REQUEST_TIMEOUT_MS = 6 * 3600 * 1000;

/**
 * Gives slow connections the time to send a large upload. Next.js makes the server and shows it to nobody, so it is
 * met at its first request; Node.js looks at the timeout from time to time, not when the request begins.
 */
export function allowSlowUploads(): void {
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (server.requestTimeout !== REQUEST_TIMEOUT_MS) server.requestTimeout = REQUEST_TIMEOUT_MS;
  });
}
