import { z } from 'zod';

/** What an error answers: over HTTP, by tRPC and in the terminal. */
export interface ErrorAnswer {
  /** Stable: scripts act on it. */
  code: string;
  /** Of HTTP. */
  status: number;
  /** For visitors. Default: the message of the error. */
  publicMessage?: string;
  /** Seconds after which the same request may work. */
  retryAfter?: number | null;
}

/**
 * An error with its answer. `instanceof` compares names: Next.js puts copies of this module into several bundles, and
 * an answer that two of them wait for fails in both with the class of one.
 */
export class AppError extends Error {
  static override readonly name: string = 'AppError';
  readonly code: string;
  readonly status: number;
  readonly publicMessage: string;
  readonly retryAfter: number | null;

  static override [Symbol.hasInstance](error: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the subclass that is asked
    const asked = this.name;
    return error instanceof Error && (asked === 'AppError' ? 'publicMessage' in error : error.name === asked);
  }

  constructor(answer: ErrorAnswer, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = answer.code;
    this.status = answer.status;
    this.publicMessage = answer.publicMessage ?? message;
    this.retryAfter = answer.retryAfter ?? null;
  }
}

/** A name or id that is not in the database, or bytes that are not in the blob store. */
export class NotFoundError extends AppError {
  static override readonly name = 'NotFoundError';

  constructor(message: string, options?: ErrorOptions) {
    super({ code: 'NOT_FOUND', status: 404 }, message, options);
  }
}

/** The retention rule removed the bytes of a file. The message says when; the results read from it are kept. */
export class FilesRemovedError extends AppError {
  static override readonly name = 'FilesRemovedError';

  constructor(message: string) {
    super({ code: 'FILES_REMOVED', status: 410 }, message);
  }
}

/** A setting of an upload (`--set key=value`) that is unknown, or whose value does not fit. */
export class SettingError extends AppError {
  static override readonly name = 'SettingError';

  constructor(message: string, options?: ErrorOptions) {
    super({ code: 'SETTING_INVALID', status: 400 }, message, options);
  }
}

export type ConflictCode =
  | 'UPLOAD_BUSY'
  | 'UPLOAD_NOT_WAITING'
  | 'UPLOAD_ENDED'
  | 'EDITED_MEANWHILE'
  | 'CORRECTED'
  | 'UNDONE'
  | 'BUILT_ON'
  | 'IMPORT_BUSY'
  | 'FILES_REMOVED'
  | 'AGENT_NAME_TAKEN'
  | 'PLAN_ENDED'
  | 'SESSION_TAKEN'
  | 'EXISTS';

/** The state of the thing does not allow the request. */
export class ConflictError extends AppError {
  static override readonly name = 'ConflictError';

  constructor(code: ConflictCode, message: string) {
    super({ code, status: 409 }, message);
  }
}

/** Bytes that were in the store when an upload was read were deleted before it was stored. Reading it again works. */
export class BlobVanishedError extends Error {
  override readonly name = 'BlobVanishedError';

  constructor(sha256: string) {
    super(`The bytes ${sha256} were deleted while an upload that has them was read.`);
  }
}

/**
 * A disk is full: the blob store's (DISK_FULL) or PostgreSQL's (DATABASE_FULL). The message says where, how much is
 * free, and what to do.
 */
export class StorageFullError extends AppError {
  static override readonly name = 'StorageFullError';

  constructor(code: 'DISK_FULL' | 'DATABASE_FULL', message: string, options?: ErrorOptions) {
    super({ code, status: 507 }, message, options);
  }
}

/**
 * - BLOBS_SETTING: what the settings say can't be used.
 * - BLOBS_REFUSED: the server of the blob store does not take the keys, or refuses what they ask for.
 * - BLOBS_MISSING: the bucket is not there.
 * - BLOBS_UNAVAILABLE: it does not answer, or only with failures, after several tries.
 * - BLOBS_UNWRITABLE: its folder, or that for files on their way to it, can't be written.
 * - BLOBS_TOO_LARGE: larger than what it takes.
 */
export type BlobStoreCode =
  | 'BLOBS_SETTING'
  | 'BLOBS_REFUSED'
  | 'BLOBS_MISSING'
  | 'BLOBS_UNAVAILABLE'
  | 'BLOBS_UNWRITABLE'
  | 'BLOBS_TOO_LARGE';

/**
 * The blob store can't be used. The message is for its operator: without keys, and without long texts of the server.
 */
export class BlobStoreError extends AppError {
  static override readonly name = 'BlobStoreError';
  declare readonly code: BlobStoreCode;

  constructor(code: BlobStoreCode, message: string, options?: ErrorOptions) {
    const isTooLarge = code === 'BLOBS_TOO_LARGE';
    const publicMessage = isTooLarge
      ? message
      : code === 'BLOBS_UNWRITABLE'
        ? "Nothing can be stored at the moment: the store of log files can't be written."
        : "The log files can't be reached at the moment: their store does not answer as it should.";
    super({ code, status: isTooLarge ? 413 : 503, publicMessage }, message, options);
  }
}

/** The answer while the database does not respond; the log has the reason. */
export const DATABASE_UNAVAILABLE = {
  status: 503,
  code: 'DATABASE_UNAVAILABLE',
  title: 'The database cannot be reached',
  text: 'Try again in a moment; /api/health says when it answers again.',
  retryAfter: 5,
} as const;

/** Longest text of a schema that is repeated. */
const MAX_INPUT_TEXT = 1000;

/** The one table from errors to answers. An unknown error is INTERNAL: its message is for the log alone. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const as = (answer: ErrorAnswer, message: string) => new AppError(answer, message, { cause: error });
  if (error instanceof z.ZodError) return as(INPUT_INVALID, z.prettifyError(error).slice(0, MAX_INPUT_TEXT));
  if (isUnstorable(error))
    return as(INPUT_INVALID, 'The input contains a character that cannot be stored (e.g. NUL).');
  if (isDatabaseUnreachable(error)) {
    const { title, text, ...answer } = DATABASE_UNAVAILABLE;
    return as(answer, `${title}. ${text}`);
  }
  return as({ code: 'INTERNAL', status: 500 }, 'Internal server error. See the server log.');
}

const INPUT_INVALID = { code: 'INPUT_INVALID', status: 400 };

/**
 * A zero byte or half a character in a text, in JSON; a number beyond its column; a text that is not a number or
 * date.
 */
const UNSTORABLE = new Set(['22021', '22P05', '22003', '22008', '22P02']);

/**
 * True when PostgreSQL refused a value that no row can have: what was asked for is wrong, not the server. Prisma wraps
 * the error of the driver.
 *
 * Source of the codes: PostgreSQL, appendix A, class 22.
 */
export function isUnstorable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < 5; depth += 1) {
    const { code, originalCode, meta, cause } = at as Record<string, unknown>;
    if (UNSTORABLE.has(String(code)) || UNSTORABLE.has(String(originalCode))) return true;
    at = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  }
  return false;
}

/**
 * Of Node.js: the address does not answer, or the connection broke. ENOENT of `connect` is a socket without a server.
 */
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
 * Of PostgreSQL: it starts, stops or takes no more connections, or does not let us in, as while a database is being
 * moved.
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
 * True for an error about an unreachable database, not about the query: a retry may work in a moment. Prisma and tRPC
 * wrap the error of the driver. That of a blob store is another one, also where its server is gone.
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
