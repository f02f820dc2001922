import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { env } from '../env';
import { onHttpServer } from './http-server';

/** Unfinished work is then cancelled: an upload can be sent again, and nothing else takes so long. */
const MAX_END_MS = 20_000;

/** On globalThis: Next.js puts copies of this module into several bundles, which must share one. */
const holder = globalThis as typeof globalThis & { basecaseIsEnding?: boolean };

/** Whether this process got a signal to end: it still answers, and should get no new requests. */
export function isEnding(): boolean {
  return holder.basecaseIsEnding === true;
}

/**
 * Ends this process without a failed request on SIGTERM or SIGINT: it reports that it is not ready and keeps
 * answering for BASECASE_DRAIN_MS, so that a load balancer has seen it; then it takes no more connections, finishes what is in
 * work and ends. Told twice, it ends at once. For the built server, which leaves its signals to this
 * (tools/bootstrap/hold-requests.mjs).
 */
export function endInOrder(): void {
  const servers = new Set<Server>();
  onHttpServer((server) => {
    servers.add(server);
    // Who keeps a connection would send the next request to a process that ends.
    server.prependListener('request', (_request, response) => {
      if (isEnding()) response.setHeader('connection', 'close');
    });
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isEnding()) process.exit(1);
      holder.basecaseIsEnding = true;
      void drain(servers).then(() => process.exit(0));
    });
  }
}

async function drain(servers: ReadonlySet<Server>): Promise<void> {
  await delay(env().BASECASE_DRAIN_MS);
  const closed = Promise.all([...servers].map((server) => new Promise((done) => server.close(done))));
  for (const server of servers) server.closeIdleConnections();
  await Promise.race([closed, delay(MAX_END_MS)]);
}
