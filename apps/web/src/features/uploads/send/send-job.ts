/** Why something could not be sent. */
export interface SendProblem {
  title: string;
  /** Stable code of the server, `CONNECTION_CUT` when there was no answer. */
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

/** The bytes did not get there; `isCut`: the connection ended, so the same bytes may get there next time. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly code: string;
  readonly isCut: boolean;

  constructor(code: string, message: string, isCut = false) {
    super(message);
    this.code = code;
    this.isCut = isCut;
  }
}

export interface PutRequest {
  name: string;
  blob: Blob;
  /** Null when it is not known. */
  sha256: string | null;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** What the queue does its work with. */
export interface Transport {
  /** sha256 of the bytes; null when it cannot be known before they are sent. */
  hash: (blob: Blob) => Promise<string | null>;
  /** The upload that has these bytes and needs them no more; null when they have to be sent. */
  find: (sha256: string) => Promise<string | null>;
  /** @throws SendError */
  put: (request: PutRequest) => Promise<{ id: string; isNew: boolean }>;
  /** Seconds from anywhere. */
  now: () => number;
  /** Resolves after some seconds, or at once when the signal is aborted. */
  wait: (seconds: number, signal: AbortSignal) => Promise<void>;
}
