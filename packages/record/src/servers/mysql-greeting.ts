import { connect } from 'node:net';

/** The packet's header has 4 bytes, then the version of the protocol, then the text. */
const TEXT_AT = 5;
const TIMEOUT_MS = 2000;

/**
 * What a MySQL or MariaDB server says before anybody logs in: its version ends with a zero byte.
 *
 * @returns e.g. `8.0.43`, `5.5.5-10.11.19-MariaDB-0+deb12u1`
 * @throws Error without an answer, or when connections are refused
 */
export function readGreeting(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('no greeting')));
    socket.once('data', (bytes: Buffer) => {
      socket.destroy();
      const protocol = bytes[TEXT_AT - 1];
      const end = bytes.indexOf(0, TEXT_AT);
      if (protocol !== 10 || end < 0)
        reject(new Error(`no greeting: ${bytes.toString('latin1').slice(7, 200)}`));
      else resolve(bytes.toString('latin1', TEXT_AT, end));
    });
  });
}
