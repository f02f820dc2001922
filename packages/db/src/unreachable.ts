import { BlobStoreError } from './errors';

/** Of Node.js: nobody answers at that address, or stopped in the middle. ENOENT of `connect` is a socket without a server. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
]);

/**
 * Of PostgreSQL: it starts, stops or takes no more connections, or does not let us in, as while a database is being moved.
 *
 * Source of the codes: PostgreSQL, appendix A, classes 08, 28, 3D, 53 and 57.
 */
const SERVER = /^(?:08\w{3}|28000|28P01|3D000|53300|57P0[1-3])$/;

/** Of Prisma's adapter, which replaces what Node.js and PostgreSQL said. */
const ADAPTER = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'DatabaseDoesNotExist',
  'DatabaseAccessDenied',
  'AuthenticationFailed',
]);

/** Of the driver, which has no code for a connection that ended. */
const TERMINATED = /^Connection terminated|connection error and is not queryable/;

/** Causes may be nested by several layers; a ring of causes must not keep us. */
const MAX_DEPTH = 8;

/**
 * True when an error says that there is no database to ask, and nothing of what was asked: the same again may work in a
 * moment. Prisma and tRPC wrap the error of the driver. That of a blob store is another one, also where its server is gone.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < MAX_DEPTH; depth += 1) {
    if (at instanceof BlobStoreError) return false;
    const { code, syscall, kind, originalCode, message, meta, cause } = at as Record<string, unknown>;
    if (NETWORK.has(String(code)) || (code === 'ENOENT' && syscall === 'connect')) return true;
    if (SERVER.test(String(code)) || SERVER.test(String(originalCode)) || ADAPTER.has(String(kind)))
      return true;
    if (typeof message === 'string' && TERMINATED.test(message)) return true;
    at = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  }
  return false;
}
