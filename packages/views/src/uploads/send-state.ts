/** Why something could not be sent. */
export interface SendProblem {
  title: string;
  /** Stable code of the server, `CONNECTION_CUT` without an answer. */
  code: string;
}

/** How far a job of this browser is; from `sent` on the server knows better. */
export type SendState =
  | { phase: 'waiting' }
  | { phase: 'checking' }
  | { phase: 'sending'; sentBytes: number; bytesPerSecond: number | null; attempt: number }
  | { phase: 'resending'; problem: SendProblem; sentBytes: number; seconds: number }
  | { phase: 'sent'; uploadId: string; isKnown: boolean }
  | { phase: 'stopped'; problem: SendProblem; sentBytes: number }
  | { phase: 'cancelled' };

export interface SendJob {
  key: string;
  name: string;
  /** Of the bytes that are sent: a packed folder with its headers. */
  sizeBytes: number;
  /** Files in it, 1 for a tarball. */
  files: number;
  state: SendState;
}
