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
