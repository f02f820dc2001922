import type { RequestListener, Server } from 'node:http';
import { onHttpServer } from '../http-server';

/**
 * Puts a door in front of what answers the requests of this process's server.
 *
 * @param open makes the door; it is given what answered until now
 */
export function attachDoor(open: (app: RequestListener, server: Server) => RequestListener): void {
  onHttpServer((server) => {
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
