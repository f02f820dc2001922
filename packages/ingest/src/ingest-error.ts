import { maskText } from './masking/secret-masker';
import type { Diagnostic } from './model/diagnostic';

export type IngestErrorCode =
  | 'ARCHIVE_UNREADABLE'
  | 'ARCHIVE_TOO_LARGE'
  | 'NO_KNOWN_LOGS'
  | 'NOT_FOUND'
  | 'TIME_LIMIT';

/** Stops reading an upload. What can be recovered from is a `Diagnostic` instead. Messages are masked: they name files. */
export class IngestError extends Error {
  override readonly name = 'IngestError';
  readonly code: IngestErrorCode;
  /** What was found before reading stopped: says why no log was known. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(
    code: IngestErrorCode,
    message: string,
    options: { cause?: unknown; diagnostics?: readonly Diagnostic[] } = {},
  ) {
    super(maskText(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.diagnostics = options.diagnostics ?? [];
  }
}
