import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import type { FromReader } from './messages';
import { READER_LIMITS, type ReaderLimits } from './reader-limits';
import type { ReadingEnd } from './reading-end';
import { residentBytes } from './resident-bytes';
import { settleUpload } from './settle-upload';
import { type ReaderProcess, startReader } from './start-reader';
import { type ReaderWatch, watchReader } from './watch-reader';

/** A reader that did its work waits this long for the next upload: starting one takes most of a second. */
const IDLE_MS = 60_000;

/**
 * After so many uploads, or with so much memory, a reader is replaced by a fresh one, which frees all of its memory.
 * Not sooner: the first upload costs a reader four times as much computing as the fiftieth.
 */
const MAX_READS = 2000;
const MAX_IDLE_BYTES = 320 * 1024 ** 2;

/** How long reading may continue after the worker gets the signal to stop, before the next worker takes it. */
const STOP_GRACE_MS = 4000;

/** The readers of one worker: separate processes, started when they are needed. */
export interface Readers {
  /**
   * Reads one upload to an end: stored, preview, failed, cancelled, or back in the queue.
   *
   * @throws Error for a failure not caused by the upload, e.g. a database that is gone
   */
  read(uploadId: number): Promise<void>;
  /** Stops reading an upload within two seconds, whatever its reader does. */
  cancel(uploadId: number): void;
  /** Lets what is read come to its end for a moment; what takes longer goes back into the queue. */
  stop(): void;
  /** Ends all processes at once. Uploads stay as they are: the database is gone, or nothing is read. */
  kill(): Promise<void>;
}

export interface ReaderOptions {
  limits?: Partial<ReaderLimits>;
  /** Program of the readers; another one in tests. */
  script?: string;
}

interface Reading {
  reader: ReaderProcess;
  watch: ReaderWatch;
  /** Settles when the worker stops and does not wait any longer. */
  stop: () => void;
}

export function openReaders(database: Database, blobs: BlobStore, options: ReaderOptions = {}): Readers {
  const limits = { ...READER_LIMITS, ...options.limits };
  const script = options.script === undefined ? {} : { script: options.script };
  const idle = new Map<ReaderProcess, NodeJS.Timeout>();
  const readings = new Map<number, Reading>();
  let isStopping = false;

  const take = (): ReaderProcess => {
    // The one that read last: where few uploads come, one reader gets them all, and its code stays fast.
    for (const [reader, timer] of [...idle].reverse()) {
      clearTimeout(timer);
      idle.delete(reader);
      if (reader.child.connected) return reader;
    }
    return startReader({ heapMegabytes: limits.heapMegabytes, ...script });
  };

  const giveBack = (reader: ReaderProcess) => {
    const isWorn = reader.reads >= MAX_READS || residentBytes(reader.child.pid) > MAX_IDLE_BYTES;
    if (isStopping || isWorn || !reader.child.connected) return void reader.kill();
    const timer = setTimeout(() => {
      idle.delete(reader);
      void reader.kill();
    }, IDLE_MS);
    timer.unref();
    idle.set(reader, timer);
  };

  const readIn = async (reader: ReaderProcess, uploadId: number): Promise<ReadingEnd> => {
    const watch = watchReader(reader, uploadId, limits);
    const stopped = new Promise<'stopped'>((resolve) => {
      readings.set(uploadId, { reader, watch, stop: () => resolve('stopped') });
    });
    const answered = answerOf(reader);
    reader.reads += 1;
    void reader.ready.then(() => {
      watch.begin();
      reader.tell({ type: 'read', uploadId, databaseUrl: database.url, blobs: blobs.access() });
    });
    try {
      const end = await Promise.race([answered, watch.isOver, stopped]);
      if (typeof end !== 'string') return end;
      await reader.kill();
      return { kind: 'killed', reason: end };
    } finally {
      readings.delete(uploadId);
      watch.stop();
    }
  };

  return {
    async read(uploadId) {
      const reader = take();
      const end = await readIn(reader, uploadId);
      if (end.kind === 'ended' && end.error === null) return giveBack(reader);
      await reader.kill();
      // Its staged files are useless, and it can no longer remove them.
      await blobs.removeLeftovers();
      if (end.kind === 'ended') throw new Error(`Reading upload ${uploadId} failed: ${end.error}`);
      await settleUpload(database, uploadId, { end, limits });
    },
    cancel: (uploadId) => readings.get(uploadId)?.watch.cancel(),
    stop() {
      isStopping = true;
      for (const [reader, timer] of idle) {
        clearTimeout(timer);
        void reader.kill();
      }
      idle.clear();
      setTimeout(() => {
        for (const { stop } of readings.values()) stop();
      }, STOP_GRACE_MS).unref();
    },
    async kill() {
      isStopping = true;
      await Promise.all(
        [...idle.keys(), ...[...readings.values()].map(({ reader }) => reader)].map((each) => each.kill()),
      );
    },
  };
}

/** V8's last words when its heap is full; the process then ends itself (SIGABRT). */
const HEAP_IS_FULL = /JavaScript heap out of memory/;

/** What the reader answers, or how it died. */
function answerOf(reader: ReaderProcess): Promise<ReadingEnd> {
  return new Promise((resolve) => {
    const onMessage = (message: FromReader) => {
      if (message.type !== 'end') return;
      reader.child.off('message', onMessage);
      resolve({ kind: 'ended', error: message.error });
    };
    reader.child.on('message', onMessage);
    void reader.ended.then((how) =>
      resolve({ kind: 'died', how, isOutOfMemory: HEAP_IS_FULL.test(reader.lastWords()) }),
    );
  });
}
