import { setPriority } from 'node:os';
import { openBlobs } from '../../blobs/blob-store';
import { type Database, openDatabase } from '../../database';
import { ingestUpload } from '../ingest-upload';
import type { ReadingHooks } from '../reading-watch';
import { endWithParent } from './end-with-parent';
import type { FromReader, ReaderProgress, ReadOrder, ToReader } from './messages';

/** How often a reader says how far it is: its worker takes one that is silent for long for stuck. */
const REPORT_MS = 250;

/** Reads one upload to its end. */
type Read = (order: ReadOrder, hooks: ReadingHooks) => Promise<void>;

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

/*
 * The process that reads uploads for a worker: a log that breaks a parser ends this process, and one upload. It is
 * started by open-readers.ts and is of no use without.
 */

/** The lock of the upload, its progress, its import and the look-ups of a preview, with some to spare. */
const MAX_CONNECTIONS = 5;

/**
 * Of nice(1): a third of the share of what is at 0. Not more, as who gets nothing done for half a minute is ended as
 * stuck.
 */
const NICENESS = 5;

// Pages, records and the database have priority: they are short, and users wait for them. On an idle machine reading
// is not slower.
try {
  setPriority(NICENESS);
} catch {
  // A sandbox that forbids it: reading continues at normal priority.
}

/** One database for all uploads that this process reads. */
let opened: Database | null = null;

serveReads(({ uploadId, databaseUrl, blobs }, hooks) => {
  opened ??= openDatabase(databaseUrl, {
    maxConnections: MAX_CONNECTIONS,
    isMortal: true,
    plans: 'kept',
  });
  return ingestUpload(opened, openBlobs(blobs, opened), uploadId, hooks);
});
