import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadingHooks } from '../upload-states';
import type { FromReader, ReaderProgress, ReadOrder, ToReader } from './messages';

/** How often a reader says how far it is: its worker takes one that is silent for long for stuck. */
const REPORT_MS = 250;

/** Reads one upload to its end. */
export type Read = (order: ReadOrder, hooks: ReadingHooks) => Promise<void>;

/**
 * The reader's side of the channel: takes orders from the worker that started this process, one after the other, and
 * tells it how far reading is. Ends when that is gone.
 */
export function serveReads(read: Read): void {
  // A signal to the whole group is for the worker: it decides what becomes of its readers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  endWithParent(process.ppid);
  const current: { uploadId: number | null; cancel: AbortController } = {
    uploadId: null,
    cancel: new AbortController(),
  };
  process.on('message', (message: ToReader) => {
    if (message.type === 'cancel') {
      if (message.uploadId === current.uploadId) current.cancel.abort();
      return;
    }
    current.uploadId = message.uploadId;
    current.cancel = new AbortController();
    void serve(read, message, current.cancel.signal);
  });
  tell({ type: 'ready' });
}

async function serve(read: Read, order: ReadOrder, signal: AbortSignal): Promise<void> {
  const progress: ReaderProgress = { bytes: 0, files: 0, results: 0, steps: 0 };
  let isReading = false;
  const report = () => {
    // Before and after, it waits for the database and for other imports: whoever still reports is not stuck then.
    if (!isReading) progress.steps += 1;
    tell({ type: 'progress', progress });
  };
  const timer = setInterval(report, REPORT_MS);
  try {
    await read(order, {
      signal,
      onProgress: (now) => {
        Object.assign(progress, now);
        progress.steps += 1;
      },
      onPhase: (phase) => {
        isReading = phase === 'reading';
      },
    });
    tell({ type: 'end', error: null });
  } catch (error) {
    tell({ type: 'end', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    clearInterval(timer);
  }
}

function tell(message: FromReader): void {
  process.send?.(message);
}

const WATCH = path.join(import.meta.dirname, 'parent-watch.mjs');

/**
 * Ends this process when its parent is gone, in any state: a stuck reader could not be ended by anything else.
 *
 * @param parent process id
 */
function endWithParent(parent: number): void {
  process.on('disconnect', () => process.exit(0));
  if (!process.connected) process.exit(0);
  // Without the loaders that this process was started with.
  new Worker(WATCH, { execArgv: [], workerData: { parent } }).unref();
}
