import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Arrivals } from './lanes';

it('lets in everybody who waits before it continues', async () => {
  const arrivals = new Arrivals();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => {});
  });
  arrivals.count(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = Array.from({ length: 60 }, () =>
    connect(port, '127.0.0.1').on('error', () => {}),
  );
  try {
    expect(accepted).toBe(0);
    await new Promise<void>((goOn) => arrivals.pause(goOn));
    expect(accepted).toBe(60);
  } finally {
    for (const client of clients) client.destroy();
    server.close();
  }
});
