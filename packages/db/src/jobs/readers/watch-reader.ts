import type { FromReader } from './messages';
import type { ReaderLimits } from './reader-limits';
import type { KillReason } from './reading-end';
import { residentBytes } from './resident-bytes';
import type { ReaderProcess } from './start-reader';

/** How often a reader is looked at. */
const LOOK_MS = 200;

/** How long a process may take until it takes orders: about a second of computing, on a machine that may be busy. */
const START_MS = 120_000;

/** How long a reader may take to cancel by itself. */
const CANCEL_GRACE_MS = 700;

export interface ReaderWatch {
  /** Settles when the reader is to be ended. */
  readonly isOver: Promise<KillReason>;
  /** The reader has begun: from here on it has to get something done. */
  begin(): void;
  /** The upload is cancelled: the reader gets the signal, and is ended if it does not react. */
  cancel(): void;
  stop(): void;
}

/** Watches a reader at work on one upload. */
export function watchReader(reader: ReaderProcess, uploadId: number, limits: ReaderLimits): ReaderWatch {
  const created = performance.now();
  let started: number | null = null;
  let last = { at: created, steps: -1 };
  let cancelledAt: number | null = null;
  let end: (reason: KillReason) => void = () => {};
  const isOver = new Promise<KillReason>((resolve) => {
    end = resolve;
  });
  const onMessage = (message: FromReader) => {
    if (message.type !== 'progress' || message.progress.steps === last.steps) return;
    last = { at: performance.now(), steps: message.progress.steps };
  };
  reader.child.on('message', onMessage);
  const look = () => {
    const now = performance.now();
    if (cancelledAt !== null && now - cancelledAt > CANCEL_GRACE_MS) end('cancelled');
    if (residentBytes(reader.child.pid) > limits.memoryBytes) end('out-of-memory');
    if (started === null) {
      if (now - created > START_MS) end('not-started');
      return;
    }
    if (now - last.at > limits.stuckMs) end('stuck');
    if (now - started > limits.totalMs) end('too-long');
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    isOver,
    begin() {
      started = performance.now();
      last = { at: started, steps: -1 };
    },
    cancel() {
      if (cancelledAt !== null) return;
      cancelledAt = performance.now();
      reader.tell({ type: 'cancel', uploadId });
    },
    stop() {
      clearInterval(timer);
      reader.child.off('message', onMessage);
    },
  };
}
