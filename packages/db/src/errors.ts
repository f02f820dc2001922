/** A thing that was asked for by name or id is not in the database (or its bytes not in the blob store). */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
  readonly code = 'NOT_FOUND';
}

/** A setting of an upload (`--set key=value`) that nobody knows, or whose value does not fit. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  readonly code = 'SETTING_INVALID';
}

export type ConflictCode =
  | 'UPLOAD_BUSY'
  | 'UPLOAD_NOT_WAITING'
  | 'UPLOAD_ENDED'
  | 'EDITED_MEANWHILE'
  | 'EXISTS';

/** What was asked for cannot be done in the state that the thing is in. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly code: ConflictCode;

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
