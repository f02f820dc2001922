import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listeningInodes } from './instance/port-owner.mjs';
import { choosePort, isLoopback, tryPort } from './ports.mjs';

const HOST = '127.0.0.1';
/** @type {net.Server[]} */
const servers = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))));

/** Occupies a free port and returns its number. */
async function occupy() {
  const server = net.createServer();
  servers.push(server);
  await new Promise((resolve) => server.listen(0, HOST, () => resolve(undefined)));
  return /** @type {net.AddressInfo} */ (server.address()).port;
}

describe('choosePort', () => {
  it('takes the wanted port when it is free', async () => {
    const free = /** @type {number} */ (await tryPort(HOST, 0));
    expect(await choosePort({ host: HOST, port: free })).toEqual({ port: free, notice: null });
  });

  it('takes another one when it is taken, and names the port and its owner', async () => {
    const taken = await occupy();
    const { port, notice } = await choosePort({ host: HOST, port: taken });
    expect(port).not.toBe(taken);
    expect(await tryPort(HOST, port)).toBe(port);
    expect(notice).toContain(`port ${taken} is taken`);
    expect(notice).toContain(`using ${port} instead`);
    if (process.platform === 'linux') expect(notice).toContain(`(process ${process.pid})`);
  });

  it('fails when exactly this port was asked for, and suggests a free one', async () => {
    const taken = await occupy();
    const refused = choosePort({ host: HOST, port: taken, required: true });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining(`port ${taken} is taken`),
      hint: expect.stringMatching(/PORT=\d+ npm start/),
    });
  });

  it('explains a host that is not of this machine', async () => {
    await expect(choosePort({ host: '192.0.2.1', port: 3000 })).rejects.toMatchObject({
      hint: expect.stringContaining('HOST'),
    });
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.evil.example', false],
])('%s is loopback: %s', (host, expected) => expect(isLoopback(host)).toBe(expected));

it('finds listening sockets in the kernel table, not established ones', () => {
  // Port 3000 is 0BB8; state 0A is LISTEN, 01 ESTABLISHED.
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 52701 1 0000000000000000
   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 52702 1 0000000000000000
   2: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 52703 1 0000000000000000`;
  expect(listeningInodes(table, 3000)).toEqual(['52701']);
});
