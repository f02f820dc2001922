import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { stopChild } from '../bootstrap/children.mjs';
import { logFile } from '../bootstrap/paths.mjs';
import { listenLocally } from '../bootstrap/ports.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { startWebServer } from '../bootstrap/web-server.mjs';

const PROCESSES = 2;
const VISITORS = 6;
/** Longer than a load balancer needs to see that a process is not ready, also where two cores have all of this to do. */
const DRAIN_MS = '8000';
const READY_MS = 30_000;
const PAGES = ['/', '/compare', '/servers', '/runs', '/regressions', '/api/v1/compare'];

/**
 * Restarts web processes one after the other behind a load balancer, while visitors ask for pages without a pause.
 * @param {{ databaseUrl: string; blobs: string }} options
 * @returns {Promise<{ requests: number; failures: string[] }>} failures: answers that are not 200, and none at all
 */
export async function restartUnderLoad({ databaseUrl, blobs }) {
  /** @param {number} index @param {number} [port] */
  const start = (index, port) =>
    startWebServer({
      port,
      databaseUrl,
      blobs,
      log: logFile(`rolling-web-${index}`),
      env: { BASECASE_DRAIN_MS: DRAIN_MS },
    });
  const servers = [];
  for (let index = 0; index < PROCESSES; index += 1) servers.push(await start(index));
  const balancer = await openBalancer(servers.map(({ url }) => url));
  const load = visit(balancer.url);
  try {
    for (const [index, old] of servers.entries()) {
      await stopChild(old.child);
      const next = await start(index, Number(new URL(old.url).port));
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

/** How often it asks whether a process is ready, as load balancers do. */
const ASK_MS = 200;

/** A process that is busy answers late, and serves all the same: only one that has not answered by then is left out. */
const ANSWER_MS = 10_000;

/**
 * @param {string} target address of a web process
 * @returns {Promise<boolean>} false also when there is no answer, or when it stops halfway
 */
async function saysReady(target) {
  try {
    const answer = await fetch(`${target}/api/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * A load balancer on loopback: passes requests in turn to the processes that report ready, and tries none at another process.
 * @param {readonly string[]} targets addresses of web processes
 * @returns {Promise<{ url: string; isReady: (target: string) => boolean; close: () => Promise<void> }>}
 */
async function openBalancer(targets) {
  /** @type {Map<string, boolean>} */
  const ready = new Map();
  const agent = new http.Agent({ keepAlive: true });
  let isOver = false;
  /** @param {string} target */
  const keepAsking = async (target) => {
    while (!isOver) {
      await setTimeout(ASK_MS);
      ready.set(target, await saysReady(target));
    }
  };
  for (const target of targets) ready.set(target, await saysReady(target));
  // Each by itself: one that answers late must not hide what the others say.
  const asking = targets.map(keepAsking);
  let turn = 0;
  const server = http.createServer((request, response) => {
    const up = targets.filter((target) => ready.get(target));
    turn += 1;
    const target = up[turn % up.length];
    if (target === undefined) {
      response.writeHead(502).end('no process is ready');
      return;
    }
    const { method, url, headers } = request;
    const pass = () => {
      const passed = http.request(`${target}${url}`, { method, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', (error) => {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        // A kept connection may be closed at the moment of its next use (nodejs.org, request.reusedSocket).
        const isRace = passed.reusedSocket && code === 'ECONNRESET' && method === 'GET';
        if (isRace && !response.headersSent) return pass();
        if (!response.headersSent) response.writeHead(502);
        response.end(`${target}: ${error.message}`);
      });
      if (method === 'GET') passed.end();
      else request.pipe(passed);
    };
    pass();
  });
  return {
    url: await listenLocally(server),
    isReady: (target) => ready.get(target) ?? false,
    async close() {
      isOver = true;
      await Promise.all(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
