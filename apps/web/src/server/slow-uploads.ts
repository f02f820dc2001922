import { onHttpServer } from './http-server';

/**
 * Time for one request to arrive. Node.js allows 5 minutes, in which a gigabyte needs 30 Mbit/s; a request that is cut
 * at that point can be repeated for ever and never gets through. Headers still have a minute.
 */
const REQUEST_TIMEOUT_MS = 6 * 3600 * 1000;

/** Gives slow connections the time to send a large upload. Node.js looks at the timeout from time to time. */
export function allowSlowUploads(): void {
  onHttpServer((server) => {
    server.requestTimeout = REQUEST_TIMEOUT_MS;
  });
}
