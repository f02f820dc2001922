import { stopChild } from '../bootstrap/children.mjs';
import { logFile } from '../bootstrap/paths.mjs';
import { tryPort } from '../bootstrap/ports.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { startWebServer } from '../bootstrap/web-server.mjs';
import { openBalancer } from './balancer.mjs';

const HOST = '127.0.0.1';
const PROCESSES = 2;
const VISITORS = 6;
/** Longer than a load balancer needs to see that a process is not ready, also where two cores have all of this to do. */
const DRAIN_MS = '3000';
const READY_MS = 30_000;
const PAGES = ['/', '/compare', '/servers', '/runs', '/regressions', '/api/v1/compare'];

/**
 * Restarts web processes one after the other behind a load balancer, while visitors ask for pages without a pause.
 * @param {{ databaseUrl: string; blobs: string }} options
 * @returns {Promise<{ requests: number; failures: string[] }>} failures: answers that are not 200, and none at all
 */
export async function restartUnderLoad({ databaseUrl, blobs }) {
  /** @param {number} port @param {number} index */
  const start = (port, index) =>
    startWebServer({
      host: HOST,
      port,
      databaseUrl,
      blobs,
      log: logFile(`rolling-web-${index}`),
      env: { BASECASE_DRAIN_MS: DRAIN_MS },
    });
  const ports = [];
  const servers = [];
  for (let index = 0; index < PROCESSES; index += 1) {
    const port = /** @type {number} */ (await tryPort(HOST, 0));
    ports.push(port);
    servers.push(await start(port, index));
  }
  const balancer = await openBalancer(servers.map(({ url }) => url));
  const load = visit(balancer.url);
  try {
    for (const [index, port] of ports.entries()) {
      const old = servers[index];
      if (!old) continue;
      await stopChild(old.child);
      const next = await start(port, index);
      servers[index] = next;
      await waitUntil(() => balancer.isReady(next.url), { timeoutMs: READY_MS });
    }
  } finally {
    await load.end();
    await balancer.close();
    await Promise.all(servers.map(({ child }) => stopChild(child)));
  }
  return load;
}

/** @param {string} url */
function visit(url) {
  /** @type {{ requests: number; failures: string[] }} */
  const seen = { requests: 0, failures: [] };
  let isOver = false;
  const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
    for (let turn = visitor; !isOver; turn += 1) {
      const page = PAGES[turn % PAGES.length];
      try {
        const answer = await fetch(`${url}${page}`);
        const text = await answer.text();
        if (!answer.ok) seen.failures.push(`${page}: ${answer.status} ${text.slice(0, 100)}`);
      } catch (error) {
        seen.failures.push(`${page}: ${error instanceof Error ? (error.cause ?? error.message) : error}`);
      }
      seen.requests += 1;
    }
  });
  return Object.assign(seen, {
    async end() {
      isOver = true;
      await Promise.all(visitors);
    },
  });
}
