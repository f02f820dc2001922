import { subscribe } from 'node:diagnostics_channel';
import type { RequestListener, Server } from 'node:http';

/**
 * Puts a door in front of what answers the requests of this process's server. Next.js makes the server and shows it to
 * nobody, so it is met at its first request, just before that is answered: `npm start`, `npm run dev` and the image
 * need no server of their own.
 *
 * @param open makes the door; it is given what answered until now
 */
export function attachDoor(open: (app: RequestListener, server: Server) => RequestListener): void {
  const seen = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (seen.has(server)) return;
    seen.add(server);
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on(
      'request',
      open((request, response) => {
        for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
      }, server),
    );
  });
}
