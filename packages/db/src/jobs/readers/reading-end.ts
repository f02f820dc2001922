/** Why a worker ended a reader. */
export type KillReason = 'not-started' | 'cancelled' | 'stuck' | 'too-long' | 'out-of-memory' | 'stopped';

/** How a reader's work on one upload came to its end. */
export type ReadingEnd =
  /** Reported by the reader; `error` is a failure not caused by the upload. */
  | { kind: 'ended'; error: string | null }
  | { kind: 'killed'; reason: KillReason }
  /** It ended without an answer; `how` is its signal or exit code. */
  | { kind: 'died'; how: string; isOutOfMemory: boolean };
