import { readFileSync } from 'node:fs';
import type { BlobStore } from '../../blobs/blob-store';
import { type Database, inTransaction } from '../../database';
import { addIngestJob, queueAgain } from '../queue-job';
import { takeReadingLock } from '../reading-lock';
import { endCancelled, endFailed, endStopped } from '../upload-states';
import type { FromReader } from './messages';
import { type ReaderProcess, startReader } from './start-reader';

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

/**
 * Settles an upload whose reader is gone without a final state. It waits for the reader's lock:
 * PostgreSQL gives it back when it has finished or rolled back whatever the reader had begun, so what is in the row
 * then is true. An upload that got stored at the last moment stays stored.
 */
async function settleUpload(
  database: Database,
  uploadId: number,
  { end, limits }: { end: Exclude<ReadingEnd, { kind: 'ended' }>; limits: ReaderLimits },
): Promise<void> {
  const lock = await takeReadingLock(database, uploadId);
  try {
    const reason = reasonOf(end);
    if (reason === 'died') return await queueAgain(database, uploadId);
    if (reason === 'cancelled') return await endCancelled(database.pool, uploadId);
    if (reason === 'stopped' || reason === 'not-started') return await readLater(database, uploadId);
    return await endFailed(database.pool, uploadId, failureOf(reason, limits));
  } finally {
    await lock.release();
  }
}

/** Death may have any cause, so another reader tries; but what took too much memory would take it again. */
function reasonOf(end: Exclude<ReadingEnd, { kind: 'ended' }>): KillReason | 'died' {
  if (end.kind === 'killed') return end.reason;
  return end.isOutOfMemory ? 'out-of-memory' : 'died';
}

/** Not caused by the upload: its worker got the signal to stop, or the machine is too busy. */
async function readLater(database: Database, uploadId: number): Promise<void> {
  await inTransaction(database, async (client) => {
    await endStopped(client, uploadId);
    const { rowCount } = await client.query(`SELECT FROM uploads WHERE id = $1 AND state = 'queued'`, [
      uploadId,
    ]);
    if (rowCount === 1) await addIngestJob(client, uploadId);
  });
}

function failureOf(
  reason: Exclude<KillReason, 'cancelled' | 'stopped' | 'not-started'>,
  limits: ReaderLimits,
) {
  switch (reason) {
    case 'stuck':
      return {
        code: 'READER_STUCK',
        message: `reading made no progress for ${limits.stuckMs / 1000} s and was ended`,
      };
    case 'too-long':
      return {
        code: 'READER_TOO_LONG',
        message: `reading was not done after ${Math.round(limits.totalMs / 60_000)} minutes and was ended`,
      };
    case 'out-of-memory':
      return {
        code: 'READER_OUT_OF_MEMORY',
        message: `reading took more than the ${Math.round(limits.memoryBytes / 1024 ** 2)} MB of memory that one upload may take and was ended`,
      };
  }
}

/** How often a reader is looked at. */
const LOOK_MS = 200;

/** How long a process may take until it takes orders: about a second of computing, on a machine that may be busy. */
const START_MS = 120_000;

/** How long a reader may take to cancel by itself. */
const CANCEL_GRACE_MS = 700;

interface ReaderWatch {
  /** Settles when the reader is to be ended. */
  readonly isOver: Promise<KillReason>;
  /** The reader has begun: from here on it has to get something done. */
  begin(): void;
  /** The upload is cancelled: the reader gets the signal, and is ended if it does not react. */
  cancel(): void;
  stop(): void;
}

/** Watches a reader at work on one upload. */
function watchReader(reader: ReaderProcess, uploadId: number, limits: ReaderLimits): ReaderWatch {
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

/** Why a worker ended a reader. */
type KillReason = 'not-started' | 'cancelled' | 'stuck' | 'too-long' | 'out-of-memory' | 'stopped';

/** How a reader's work on one upload came to its end. */
type ReadingEnd =
  /** Reported by the reader; `error` is a failure not caused by the upload. */
  | { kind: 'ended'; error: string | null }
  | { kind: 'killed'; reason: KillReason }
  /** It ended without an answer; `how` is its signal or exit code. */
  | { kind: 'died'; how: string; isOutOfMemory: boolean };

const PAGE_BYTES = 4096;

/** Memory of a process, as Linux tells it; 0 where it does not, and V8's own limit remains. */
function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    // "size resident shared …", in pages.
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    // It has ended, which its worker hears in another way.
    return 0;
  }
}

/** When a reader is ended from outside. */
export interface ReaderLimits {
  /** Without any progress. */
  stuckMs: number;
  /** For one upload, stored or not. */
  totalMs: number;
  /** Memory of the process (resident), in bytes. */
  memoryBytes: number;
  /** Of that, what objects of JavaScript may take, in MB: V8 itself ends the process beyond it. */
  heapMegabytes: number;
}

const MIB = 1024 ** 2;

const READER_LIMITS: ReaderLimits = {
  // The longest step without progress is joining the logs of the largest upload, about a second. A disk that answers
  // again after half a minute is rare, and the upload can be read again then.
  stuckMs: 30_000,
  // The largest upload (16 GB unpacked) takes two to five minutes, on a slow machine that is busy some more.
  totalMs: 30 * 60_000,
  // Reading takes 100 to 180 MB, however large the upload is.
  memoryBytes: 1024 * MIB,
  heapMegabytes: 640,
};
