/** Why a recording could not be made. Codes are stable: the command turns them into exit codes and advice. */
export type RecordErrorCode =
  /** The plan, or an option of it, cannot mean anything. */
  | 'PLAN_INVALID'
  /** A tool, a directory or the room on a disk that it needs is not there. */
  | 'NOT_POSSIBLE'
  /** A directory holds no recording, or that of another plan. */
  | 'NOT_RESUMABLE'
  /** No server could be measured against another one. */
  | 'NOTHING_MEASURED';

/** The message has the expected value and what to do. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  readonly code: RecordErrorCode;

  constructor(code: RecordErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
