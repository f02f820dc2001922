// Preloaded (node --import) into the web server: Next.js listens before the layer in front of it is set up, and a
// request that came in between would pass no gate. Requests wait here until the app lets them in
// (apps/web/src/server/http-server.ts). With settings that can't be used the process ends here, before it listens.
import { subscribe } from 'node:diagnostics_channel';
import { refuseWrongSettings } from './settings/refuse-settings.mjs';

refuseWrongSettings('web');

// The app ends by itself, in order: apps/web/src/server/ending.ts.
process.env.NEXT_MANUAL_SIG_HANDLE = '1';

/** @type {Map<import('node:http').Server, [import('node:http').IncomingMessage, import('node:http').ServerResponse][]>} */
const waiting = new Map();
let isOpen = false;

subscribe('http.server.request.start', (message) => {
  const { server } = /** @type {{ server: import('node:http').Server }} */ (message);
  if (isOpen || waiting.has(server)) return;
  /** @type {[import('node:http').IncomingMessage, import('node:http').ServerResponse][]} */
  const requests = [];
  waiting.set(server, requests);
  const emit = server.emit.bind(server);
  server.emit = (/** @type {string} */ event, /** @type {any[]} */ ...args) => {
    if (isOpen || event !== 'request') return emit(event, ...args);
    requests.push([args[0], args[1]]);
    return true;
  };
});

Object.assign(globalThis, {
  basecaseHeldRequests: {
    servers: () => [...waiting.keys()],
    letIn() {
      isOpen = true;
      for (const [server, requests] of waiting) {
        for (const [request, response] of requests) server.emit('request', request, response);
      }
      waiting.clear();
    },
  },
});
