import type { SendJob, SendProblem, SendState } from '@basecase/views/uploads';
import { useSyncExternalStore } from 'react';
import { SendError, type Transport } from './send-job';
import { type PathFile, tarBlob } from './tar-blob';

/** What becomes one upload. */
export interface UploadPlan {
  name: string;
  /** One file is sent as it is, several are packed. */
  files: PathFile[];
  isPacked: boolean;
  sizeBytes: number;
}

const TARBALL = /\.(zip|tar|tgz|tar\.(gz|zst|xz|bz2))$/i;
const MADE_BY_FILE_MANAGERS = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

/**
 * Sorts what was chosen or dropped into uploads: each archive is one, each folder is one, and loose logs together are
 * one, because a test's vmstat and iostat logs belong to it.
 */
export function groupFiles(files: readonly PathFile[]) {
  const kept = files.filter(({ path }) => !isHidden(path));
  const tarballs = kept.filter(({ path }) => TARBALL.test(path));
  const byFolder = new Map<string, PathFile[]>();
  for (const file of kept) {
    if (TARBALL.test(file.path)) continue;
    const folder = file.path.includes('/') ? (file.path.split('/')[0] ?? '') : '';
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  return {
    plans: [
      ...tarballs.map(toSingle),
      ...[...byFolder].map(([folder, inside]) => {
        const [only] = inside;
        if (folder === '' && inside.length === 1 && only) return toSingle(only);
        return toPacked(`${folder || 'logs'}.tar`, inside);
      }),
    ],
    /** Files that are left out: hidden, or made by a file manager. */
    leftOut: files.length - kept.length,
  };
}

function isHidden(path: string): boolean {
  return path
    .split('/')
    .some((part) => part.startsWith('.') || MADE_BY_FILE_MANAGERS.has(part.toLowerCase()));
}

function toSingle(entry: PathFile): UploadPlan {
  return { name: entry.file.name, files: [entry], isPacked: false, sizeBytes: entry.file.size };
}

/** In the order of their paths: the same folder makes the same archive, and the same bytes are the same upload. */
function toPacked(name: string, files: readonly PathFile[]): UploadPlan {
  const sorted = [...files].sort((a, b) => Number(a.path > b.path) - Number(a.path < b.path));
  const sizeBytes = sorted.reduce((sum, { file }) => sum + file.size, 0);
  return { name, files: sorted, isPacked: true, sizeBytes };
}

/** More would only make each slower. */
const AT_ONCE = 2;
/** After a cut the same bytes are sent again by themselves, this many times, after so many seconds. */
const RESEND_AFTER = [2, 8] as const;

interface Entry {
  job: SendJob;
  blob: Blob;
  sha256: string | null | undefined;
  abort: AbortController;
}

/**
 * Sends uploads two at a time: asks whether the bytes are there already, sends them if not, and sends them again after
 * a cut. The same bytes are the same upload, so sending twice does no harm.
 */
export class SendQueue {
  readonly #transport: Transport;
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<() => void>();
  #snapshot: readonly SendJob[] = [];
  #running = 0;
  #added = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Calls back at each change. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The newest first; the same array until something changes. */
  readonly jobs = (): readonly SendJob[] => this.#snapshot;

  /** True while leaving the page would lose something. */
  isBusy(): boolean {
    return this.#entries.some(({ job }) => !['sent', 'stopped', 'cancelled'].includes(job.state.phase));
  }

  add(plans: readonly UploadPlan[]): void {
    for (const plan of plans) {
      const [only] = plan.files;
      if (!only) continue;
      const blob = plan.isPacked ? tarBlob(plan.files) : only.file;
      this.#added += 1;
      this.#entries.push({
        blob,
        sha256: undefined,
        abort: new AbortController(),
        job: {
          key: `job-${this.#added}`,
          name: plan.name,
          sizeBytes: blob.size,
          files: plan.files.length,
          state: { phase: 'waiting' },
        },
      });
    }
    this.#changed();
    this.#startNext();
  }

  /** Stops sending; what is sent already is the server's to cancel. */
  cancel(key: string): void {
    const entry = this.#find(key);
    if (!entry || entry.job.state.phase === 'sent') return;
    entry.abort.abort();
    this.#set(entry, { phase: 'cancelled' });
  }

  /** Sends what was stopped or cancelled once more. */
  again(key: string): void {
    const entry = this.#find(key);
    if (!entry || !['stopped', 'cancelled'].includes(entry.job.state.phase)) return;
    entry.abort = new AbortController();
    this.#set(entry, { phase: 'waiting' });
    this.#startNext();
  }

  /** Takes a job that is over out of the list. */
  remove(key: string): void {
    const entry = this.#find(key);
    if (!entry || !['stopped', 'cancelled', 'sent'].includes(entry.job.state.phase)) return;
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    this.#changed();
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find(({ job }) => job.key === key);
  }

  #startNext(): void {
    while (this.#running < AT_ONCE) {
      const next = this.#entries.find(({ job }) => job.state.phase === 'waiting');
      if (!next) return;
      this.#running += 1;
      this.#set(next, { phase: 'checking' });
      this.#run(next, next.abort.signal).finally(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }

  async #run(entry: Entry, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const sent = { bytes: 0 };
      try {
        const state = await this.#sendOnce(entry, { attempt, signal, sent });
        if (!signal.aborted) this.#set(entry, state);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const seconds = error instanceof SendError && error.isCut ? RESEND_AFTER[attempt - 1] : undefined;
        const problem = toProblem(error);
        if (seconds === undefined) {
          this.#set(entry, { phase: 'stopped', problem, sentBytes: sent.bytes });
          return;
        }
        this.#set(entry, { phase: 'resending', problem, sentBytes: sent.bytes, seconds });
        await this.#transport.wait(seconds, signal);
      }
    }
  }

  async #sendOnce(
    entry: Entry,
    { attempt, signal, sent }: { attempt: number; signal: AbortSignal; sent: { bytes: number } },
  ): Promise<SendState> {
    const { blob, job } = entry;
    entry.sha256 ??= await this.#transport.hash(blob);
    const known = entry.sha256 === null ? null : await this.#transport.find(entry.sha256);
    if (known !== null) return { phase: 'sent', uploadId: known, isKnown: true };
    if (signal.aborted) return { phase: 'cancelled' };
    this.#set(entry, { phase: 'sending', sentBytes: 0, bytesPerSecond: null, attempt });
    const rate = new SendRate();
    const onProgress = (bytes: number) => {
      if (signal.aborted) return;
      sent.bytes = bytes;
      const bytesPerSecond = rate.add({ seconds: this.#transport.now(), bytes });
      this.#set(entry, { phase: 'sending', sentBytes: bytes, bytesPerSecond, attempt });
    };
    const { id, isNew } = await this.#transport.put({
      name: job.name,
      blob,
      sha256: entry.sha256,
      onProgress,
      signal,
    });
    return { phase: 'sent', uploadId: id, isKnown: !isNew };
  }

  #set(entry: Entry, state: SendState): void {
    entry.job = { ...entry.job, state };
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = this.#entries.map(({ job }) => job).reverse();
    for (const listener of this.#listeners) listener();
  }
}

function toProblem(error: unknown): SendProblem {
  if (error instanceof SendError) return { code: error.code, title: error.message };
  const why = error instanceof Error ? error.message : String(error);
  // A file that was moved, changed or deleted after it was chosen cannot be read any more.
  return { code: 'FILE_UNREADABLE', title: `The file could not be read: ${why}` };
}

interface Sample {
  seconds: number;
  bytes: number;
}

/** The rate is that of the last seconds: long enough to be steady, short enough to show a connection that slows. */
const WINDOW_SECONDS = 4;
/** Before this, the first packets that a network card swallows at once would be taken for a rate. */
const LEAST_SECONDS = 0.5;

/** Bytes per second out of how far sending was at which time. */
export class SendRate {
  #samples: Sample[] = [];

  /** @returns null until there is something to say */
  add(sample: Sample): number | null {
    this.#samples.push(sample);
    while (this.#samples.length > 2 && this.#isOld(this.#samples[1], sample)) this.#samples.shift();
    const [first] = this.#samples;
    if (!first) return null;
    const seconds = sample.seconds - first.seconds;
    return seconds < LEAST_SECONDS ? null : (sample.bytes - first.bytes) / seconds;
  }

  #isOld(second: Sample | undefined, newest: Sample): boolean {
    return second !== undefined && newest.seconds - second.seconds >= WINDOW_SECONDS;
  }
}

/** Loaded with the first file: until then no page pays for it. */
const loadTransport = () =>
  import('./browser-transport').then(
    ({ browserTransport }) => browserTransport,
    () => {
      throw new SendError('CONNECTION_CUT', 'The part of this page that sends files did not load.', true);
    },
  );

const transport: Transport = {
  hash: async (blob) => (await loadTransport()).hash(blob),
  find: async (sha256) => (await loadTransport()).find(sha256),
  put: async (request) => (await loadTransport()).put(request),
  now: () => performance.now() / 1000,
  wait: (seconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/** The one queue of this page: it outlives the change to the upload page by which a drop elsewhere gets there. */
export const queue = new SendQueue(transport);

let guarded = false;

/** Sends files; leaving the page while they are sent asks first. */
export function sendFiles(files: readonly PathFile[]): { leftOut: number } {
  const { plans, leftOut } = groupFiles(files);
  queue.add(plans);
  if (!guarded) {
    guarded = true;
    window.addEventListener('beforeunload', (event) => {
      if (queue.isBusy()) event.preventDefault();
    });
  }
  return { leftOut };
}

const NONE: readonly SendJob[] = [];

export function useJobs(): readonly SendJob[] {
  return useSyncExternalStore(queue.subscribe, queue.jobs, () => NONE);
}
