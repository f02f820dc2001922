import net from 'node:net';
import { start } from './commands.mjs';
import { portOwner } from './instance/port-owner.mjs';
import { StepError } from './step-error.mjs';

/** How many ports above the preferred one are tried before any free one is taken. */
const NEIGHBOURS = 20;

/**
 * The port itself if it can be bound now, else null. Port 0 gives any free one.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<number | null>}
 * @throws {StepError} when the host is not an address of this machine, or the port needs rights that we lack
 */
export function tryPort(host, port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else
        reject(
          new StepError(`Cannot listen on ${host}:${port}: ${error.message}`, {
            hint: bindHint(error),
            cause: error,
          }),
        );
    });
    server.listen({ host, port, exclusive: true }, () => {
      const bound = /** @type {net.AddressInfo} */ (server.address()).port;
      server.close(() => resolve(bound));
    });
  });
}

/** @param {NodeJS.ErrnoException} error */
function bindHint(error) {
  if (error.code === 'EACCES')
    return 'ports below 1024 need special rights; choose a higher one, e.g. PORT=3000.';
  return 'set HOST to an address of this machine, e.g. 127.0.0.1 or 0.0.0.0.';
}

/**
 * Lets a server listen on a free port of this machine.
 * @param {net.Server} server
 * @returns {Promise<string>} its address, `http://127.0.0.1:…`
 */
export async function listenLocally(server) {
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  return `http://127.0.0.1:${/** @type {net.AddressInfo} */ (server.address()).port}`;
}

/**
 * A port to listen on: the wanted one if it is free.
 * @param {{ host: string; port: number; required?: boolean }} options required: the user asked for exactly this port
 * @returns {Promise<{ port: number; notice: string | null }>} notice: why it is another port
 * @throws {StepError} when a required port is taken
 */
export async function choosePort({ host, port, required = false }) {
  const wanted = await tryPort(host, port);
  if (wanted !== null) return { port: wanted, notice: null };
  const other = await nextFree(host, port);
  const owner = portOwner(port);
  const taken = `port ${port} is taken${owner ? ` by ${owner}` : ''}`;
  if (required) {
    throw new StepError(`On ${host} ${taken}.`, {
      hint: `stop that program, or choose another port: PORT=${other} ${start}`,
    });
  }
  return { port: other, notice: `${taken}; using ${other} instead.` };
}

/**
 * @param {string} host
 * @param {number} port
 */
async function nextFree(host, port) {
  for (let next = port + 1; next <= Math.min(port + NEIGHBOURS, 65_535); next++) {
    if ((await tryPort(host, next)) !== null) return next;
  }
  return /** @type {number} */ (await tryPort(host, 0));
}

/**
 * Whether a host is reachable from this machine only.
 * @param {string} host
 */
export function isLoopback(host) {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
