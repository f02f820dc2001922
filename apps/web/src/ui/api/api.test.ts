import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fetchPatiently } from './api';

/** Asks a server that refuses `refusals` times. Answers with the last status and the number of requests. */
async function ask(
  refusals: number,
  method: string,
  headers: Record<string, string> = { 'retry-after': '0' },
) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (requests > refusals) response.end('ready');
    else response.writeHead(503, headers).end('busy');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { status } = await fetchPatiently(`http://127.0.0.1:${port}`, { method });
    return { status, requests };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a question is asked again when a busy server refused it, at most three times', async () => {
  expect(await ask(0, 'GET')).toEqual({ status: 200, requests: 1 });
  expect(await ask(2, 'GET')).toEqual({ status: 200, requests: 3 });
  expect(await ask(20, 'GET')).toEqual({ status: 503, requests: 3 });
});

test('a change, and a refusal that names no time, are sent once', async () => {
  expect(await ask(1, 'POST')).toEqual({ status: 503, requests: 1 });
  expect(await ask(1, 'GET', {})).toEqual({ status: 503, requests: 1 });
});
