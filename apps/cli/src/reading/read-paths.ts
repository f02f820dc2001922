import { resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { IngestError, type ParsedUpload, type ReadOptions as UploadOptions } from '@basecase/ingest';
import type { Finding } from '../diagnostic-summary';
import type { Io } from '../io';
import { type ReadOptions, readingSettings } from '../options';
import { findingsOf, noteUnreadable } from './note-unreadable';
import { type Outcome, type Request, readOutcome } from './outcome';
import { threadsFor } from './threads';

/** What was read of one path of the command line. */
export interface PathRead {
  path: string;
  /** Null when it cannot be read. */
  upload: ParsedUpload | null;
  /** What was noticed in either case. */
  findings: Finding[];
}

/**
 * Reads paths of the command line, on as many cores as there are, and gives what was read in the order of the paths.
 * One that cannot be read is reported on standard error; reading continues, since the others may be fine.
 *
 * @throws anything that is not about the input
 */
export async function* readPaths(
  paths: readonly string[],
  io: Io,
  options: ReadOptions = {},
): AsyncGenerator<PathRead> {
  const requests = paths.map(
    (path): Request => ({ path: resolve(io.cwd, path), ...readingSettings(options) }),
  );
  const threads = io.openReader ? threadsFor(requests.map(({ path }) => path)) : 1;
  if (!io.openReader || threads === 1) {
    for (const [index, request] of requests.entries())
      yield toRead(paths[index] ?? '', await readOutcome(request), io);
    return;
  }
  using queue = new ReadingQueue(requests, threads, io.openReader);
  for (const [index, path] of paths.entries()) yield toRead(path, await queue.outcome(index), io);
}

/**
 * Reads one path here.
 *
 * @returns null where it cannot be read, which is reported on standard error
 * @throws anything that is not about the input
 */
export async function readPath(
  path: string,
  io: Io,
  options: Pick<UploadOptions, 'layout' | 'settle' | 'onRuns'>,
): Promise<ParsedUpload | null> {
  return toRead(path, await readOutcome({ path: resolve(io.cwd, path), ...options }), io).upload;
}

function toRead(path: string, outcome: Outcome, io: Io): PathRead {
  if ('upload' in outcome)
    return { path, upload: outcome.upload, findings: findingsOf(path, outcome.upload.diagnostics) };
  const { code, message, diagnostics } = outcome.unreadable;
  const error = new IngestError(code, message, { diagnostics });
  return { path, upload: null, findings: noteUnreadable(path, error, io) };
}

/** Paths that are read ahead of the one that is waited for, for each thread: what was read of them is held in memory. */
const AHEAD = 2;

/**
 * Reads paths on several threads, of which the calling one is the first. Whatever thread reads a path, what is read of it
 * is the same.
 */
export class ReadingQueue implements Disposable {
  readonly #requests: readonly Request[];
  readonly #outcomes: (Outcome | undefined)[] = [];
  readonly #workers = new Map<Worker, { reads: number | null }>();
  readonly #window: number;
  /** Paths that a thread took and did not read. */
  readonly #given: number[] = [];
  #next = 0;
  #wanted = 0;
  /** Wakes who waits for a path that another thread reads. */
  #wake: () => void = () => undefined;

  /** @param openReader starts a thread that does what `serve` does */
  constructor(requests: readonly Request[], threads: number, openReader: () => Worker) {
    this.#requests = requests;
    this.#window = threads * AHEAD;
    for (let thread = 1; thread < threads; thread += 1) this.#add(openReader());
  }

  #add(worker: Worker): void {
    const state: { reads: number | null } = { reads: null };
    this.#workers.set(worker, state);
    worker.on('message', (outcome: Outcome) => {
      if (state.reads !== null) this.#outcomes[state.reads] = outcome;
      state.reads = null;
      this.#giveOut();
      this.#wake();
    });
    // Read here what it did not read: an error of the path is then met here.
    const leave = () => {
      if (!this.#workers.delete(worker)) return;
      if (state.reads !== null) this.#given.push(state.reads);
      this.#wake();
    };
    worker.on('error', leave);
    worker.on('exit', leave);
  }

  /**
   * What was read of a path. Paths are asked for in their order, each once.
   *
   * @throws anything that is not about the input
   */
  async outcome(index: number): Promise<Outcome> {
    this.#wanted = index;
    for (;;) {
      const found = this.#outcomes[index];
      if (found) {
        this.#outcomes[index] = undefined;
        return found;
      }
      const own = this.#take();
      this.#giveOut();
      if (own === null) await new Promise<void>((resolve) => (this.#wake = resolve));
      else this.#outcomes[own.index] = await readOutcome(own.request);
    }
  }

  #take(): { index: number; request: Request } | null {
    const isNear = this.#next < this.#wanted + this.#window;
    const index = this.#given.shift() ?? (isNear ? this.#next : this.#requests.length);
    const request = this.#requests[index];
    if (!request) return null;
    if (index === this.#next) this.#next += 1;
    return { index, request };
  }

  #giveOut(): void {
    for (const [worker, state] of this.#workers) {
      if (state.reads !== null) continue;
      const taken = this.#take();
      if (!taken) return;
      state.reads = taken.index;
      worker.postMessage(taken.request);
    }
  }

  [Symbol.dispose](): void {
    const workers = [...this.#workers.keys()];
    this.#workers.clear();
    for (const worker of workers) void worker.terminate();
  }
}
