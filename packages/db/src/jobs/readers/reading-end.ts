/** Why a worker ended a reader. */
export type KillReason = 'not-started' | 'cancelled' | 'stuck' | 'too-long' | 'out-of-memory' | 'stopped';

/** How a reader's work on one upload came to its end. */
export type ReadingEnd =
  /** It said so itself; `error` is what was no fault of the upload. */
  | { kind: 'ended'; error: string | null }
  | { kind: 'killed'; reason: KillReason }
  /** It ended without an answer; `how` is its signal or exit code. */
  | { kind: 'died'; how: string; isOutOfMemory: boolean };
