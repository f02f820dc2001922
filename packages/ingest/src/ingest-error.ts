import { maskText } from './masking/secret-masker';
import type { Diagnostic } from './model/diagnostic';

export type IngestErrorCode =
  | 'ARCHIVE_UNREADABLE'
  | 'ARCHIVE_TOO_LARGE'
  | 'NO_KNOWN_LOGS'
  | 'NOT_FOUND'
  | 'TIME_LIMIT'
  | 'INVALID_LAYOUT';

/** Stops reading an upload. A recoverable problem is a `Diagnostic` instead. Messages are masked: they name files. */
export class IngestError extends Error {
  override readonly name = 'IngestError';
  readonly code: IngestErrorCode;
  /** Diagnostics before reading stopped: the reasons why no log was recognized. */
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
