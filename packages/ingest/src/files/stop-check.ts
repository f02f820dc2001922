import { IngestError } from '../ingest-error';

export interface StopOptions {
  /** Aborted: reading ends with its reason. */
  signal?: AbortSignal | undefined;
  /** Seconds that reading may take, none when left out. */
  maxSeconds?: number | undefined;
}

/** Ends a reading that is not wanted any more, or whose time is used up. Asked before each chunk and each entry. */
export class StopCheck {
  readonly signal: AbortSignal | undefined;
  readonly #maxSeconds: number;
  readonly #start = performance.now();

  constructor({ signal, maxSeconds = Number.POSITIVE_INFINITY }: StopOptions) {
    this.signal = signal;
    this.#maxSeconds = maxSeconds;
  }

  /** @throws the reason of the signal; IngestError TIME_LIMIT */
  check(): void {
    this.signal?.throwIfAborted();
    if (performance.now() - this.#start <= this.#maxSeconds * 1000) return;
    throw new IngestError(
      'TIME_LIMIT',
      `not read after ${this.#maxSeconds} seconds, which is the limit: upload fewer runs at once`,
    );
  }

  /** Runs a reading. Streams destroyed by an abort have other errors: the reason of the signal counts. */
  async around<T>(read: () => Promise<T>): Promise<T> {
    try {
      this.signal?.throwIfAborted();
      return await read();
    } catch (error) {
      this.signal?.throwIfAborted();
      throw error;
    }
  }
}
