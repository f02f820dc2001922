import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { allowSlowUploads } from './begin';

it('gives a server that others made hours for one request, from its first request on', async () => {
  allowSlowUploads();
  const server = createServer((_, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    expect(server.requestTimeout).toBe(300_000);
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(server.requestTimeout).toBe(21_600_000);
  } finally {
    server.close();
  }
});
