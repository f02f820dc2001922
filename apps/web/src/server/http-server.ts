import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/** Set by tools/bootstrap/hold-requests.mjs, which the process was started with; not there under `next dev`. */
const holder = globalThis as typeof globalThis & {
  basecaseHeldRequests?: { servers: () => Server[]; letIn: () => void };
};

/**
 * Calls back with each HTTP server of this process, before it handles a request. Next.js makes the server and does not
 * expose it, so it is found at its first request: `npm start`, `npm run dev` and the image need no custom server.
 */
export function onHttpServer(attach: (server: Server) => void): void {
  const seen = new WeakSet<Server>();
  const meet = (server: Server) => {
    if (seen.has(server)) return;
    seen.add(server);
    attach(server);
  };
  for (const server of holder.basecaseHeldRequests?.servers() ?? []) meet(server);
  subscribe('http.server.request.start', (message) => meet((message as { server: Server }).server));
}

/** Lets in the requests that came before everything in front of Next.js was set up. They have waited until now. */
export function letRequestsIn(): void {
  holder.basecaseHeldRequests?.letIn();
}
