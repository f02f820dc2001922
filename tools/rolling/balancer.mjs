import http from 'node:http';

/** How often it asks whether a process is ready, as load balancers do. */
const ASK_MS = 200;

/** A process that has not answered by then is left out, as one that is not there. */
const ANSWER_MS = 2000;

/**
 * @param {string} target address of a web process
 * @returns {Promise<boolean>} false also when the answer stops halfway
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
 * A load balancer on loopback: passes requests in turn to the processes that say that they are ready, and tries none twice.
 * @param {readonly string[]} targets addresses of web processes
 * @returns {Promise<{ url: string; isReady: (target: string) => boolean; close: () => Promise<void> }>}
 */
export async function openBalancer(targets) {
  /** @type {Map<string, boolean>} */
  const ready = new Map();
  const agent = new http.Agent({ keepAlive: true });
  const ask = async () => {
    await Promise.all(
      targets.map(async (target) => {
        ready.set(target, await saysReady(target));
      }),
    );
  };
  await ask();
  let asked = Promise.resolve();
  let isAsking = false;
  const timer = setInterval(() => {
    // One round at a time: a late answer must not stand in for a newer one.
    if (isAsking) return;
    isAsking = true;
    asked = ask().finally(() => {
      isAsking = false;
    });
  }, ASK_MS);
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
      clearInterval(timer);
      await asked;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
