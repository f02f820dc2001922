import http from 'node:http';
import { setTimeout } from 'node:timers/promises';

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
 * A load balancer on loopback: passes requests in turn to the processes that report ready, and tries none twice.
 * @param {readonly string[]} targets addresses of web processes
 * @returns {Promise<{ url: string; isReady: (target: string) => boolean; close: () => Promise<void> }>}
 */
export async function openBalancer(targets) {
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
    const passed = http.request(`${target}${url}`, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', (error) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(`${target}: ${error.message}`);
    });
    request.pipe(passed);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
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
