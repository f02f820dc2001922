/**
 * Makes `instanceof` go by the name of an error. Next.js puts copies of this module into several bundles, and an answer
 * that two of them wait for fails in both with the class of one.
 */
function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** A thing that was asked for by name or id is not in the database (or its bytes not in the blob store). */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
  readonly code = 'NOT_FOUND';

  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'NotFoundError');
  }
}

/** The bytes of a file were removed by the retention rule. The message says when; what was read of it is there. */
export class FilesRemovedError extends Error {
  override readonly name = 'FilesRemovedError';
  readonly code = 'FILES_REMOVED';

  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'FilesRemovedError');
  }
}

/** A setting of an upload (`--set key=value`) that nobody knows, or whose value does not fit. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  readonly code = 'SETTING_INVALID';

  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'SettingError');
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
  | 'EXISTS';

/** What was asked for cannot be done in the state that the thing is in. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly code: ConflictCode;

  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'ConflictError');
  }

  constructor(code: ConflictCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Bytes that were in the store when an upload was read were deleted before it was stored. Read again, it works. */
export class BlobVanishedError extends Error {
  override readonly name = 'BlobVanishedError';

  constructor(sha256: string) {
    super(`The bytes ${sha256} were deleted while an upload that has them was read.`);
  }
}

/** A zero byte or half a character in a text, in JSON; a number beyond its column; a text that is no number or date. */
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

/** There is no room for what is to be stored. The message says where, how much is free, and what to do. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  /** DISK_FULL: the blob store's; DATABASE_FULL: PostgreSQL's. */
  readonly code: 'DISK_FULL' | 'DATABASE_FULL';

  constructor(code: 'DISK_FULL' | 'DATABASE_FULL', message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
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

/** The blob store can't be used. The message is for people, without keys, and without anything that the server said at length. */
export class BlobStoreError extends Error {
  override readonly name = 'BlobStoreError';
  readonly code: BlobStoreCode;

  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'BlobStoreError');
  }

  constructor(code: BlobStoreCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
