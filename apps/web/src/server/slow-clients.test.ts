import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { allowSlowClients } from './begin';

it('gives a server that others made hours for one request, and keeps its connections longer than proxies do', async () => {
  allowSlowClients();
  const server = createServer((_, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    expect(server.requestTimeout).toBe(300_000);
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([server.requestTimeout, server.keepAliveTimeout]).toEqual([21_600_000, 75_000]);
  } finally {
    server.close();
  }
});
