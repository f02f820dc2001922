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
