import http from 'node:http';

/** How often it asks whether a process is ready, as load balancers do. */
const ASK_MS = 200;

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
        const answer = await fetch(`${target}/api/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(
          () => null,
        );
        await answer?.arrayBuffer();
        ready.set(target, answer?.ok ?? false);
      }),
    );
  };
  await ask();
  const timer = setInterval(ask, ASK_MS);
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
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
