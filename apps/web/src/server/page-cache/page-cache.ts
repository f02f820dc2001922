import type { AnswerCache } from '../answer-cache';
import { collectReads, MAX_AGE_MS, Reads, type WrittenState } from '../epochs/read-databases';
import { type CutAnswer, cutAnswer } from './cut-answer';
import type { Rendered } from './render-apart';
import type { SharedRequest } from './shared-request';

/** How a request was answered: `hit`: it was there; `joined`: it was being made for another request; `miss`: made. */
export type CacheUse = 'hit' | 'joined' | 'miss';

/** The answer is for one visitor, although its request was not: it must be made for each. */
export class NotSharedError extends Error {
  override readonly name = 'NotSharedError';
}

/** Everything that was written up to an epoch is in it. */
interface Made {
  madeAt: number;
  lineage: number;
}

interface Flight extends Made {
  answer: Promise<CutAnswer>;
  visitors: number;
  abandon: AbortController;
}

interface Kept extends Made {
  answer: CutAnswer;
  reads: Reads;
  /** Epoch at which it was looked at last, and held. */
  heldAt: number;
  /** Milliseconds: when it was begun. */
  time: number;
}

export interface PageCacheOptions {
  /** Knows what was written, and which answers say the same as before. */
  answers: Pick<AnswerCache, 'readEpochs' | 'holds'>;
  /** Makes an answer. @param abandoned is aborted when no request waits for it; then it need not start. */
  render: (shared: SharedRequest, abandoned: AbortSignal) => Promise<Rendered>;
  /** Of all that is kept. */
  maxBytes: number;
  /** Milliseconds. Default: the clock. */
  now?: () => number;
}

/**
 * Memory of an answer besides its bytes: objects, and the blocks of 8 KB that Node.js cuts short buffers from, of which
 * one short answer can hold a whole one. Without it a visitor could fill the memory with thousands of addresses whose
 * answers are short.
 */
const ENTRY_BYTES = 16 * 1024;

/**
 * Whole answers, kept while nothing is written of what they were made of, and made once for all who ask at the same time.
 * Like AnswerCache, it asks the database for its epochs before each use, so no answer is older than the request, and a
 * write elsewhere keeps it. Answers over the limit are dropped, the least recently used first.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #flights = new Map<string, Flight>();
  #bytes = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return this.#kept.size;
  }

  /**
   * The answer to a request.
   *
   * @param left is aborted when the visitor is gone
   * @throws NotSharedError, what `render` throws, and what reading the epochs throws
   */
  async get(shared: SharedRequest, left: AbortSignal): Promise<{ answer: CutAnswer; use: CacheUse }> {
    const state = await this.#options.answers.readEpochs();
    const kept = await this.#present(shared.key, state);
    left.throwIfAborted();
    if (kept) return { answer: kept.answer, use: 'hit' };
    const running = this.#flights.get(shared.key);
    // One that began before the last write may miss it.
    const isOfNow = running?.madeAt === state.newest && running.lineage === state.lineage;
    const flight =
      running && isOfNow ? running : this.#begin(shared, { madeAt: state.newest, lineage: state.lineage });
    flight.visitors += 1;
    const leave = () => {
      flight.visitors -= 1;
      if (flight.visitors === 0) flight.abandon.abort(left.reason);
    };
    left.addEventListener('abort', leave, { once: true });
    try {
      return { answer: await flight.answer, use: flight === running ? 'joined' : 'miss' };
    } finally {
      left.removeEventListener('abort', leave);
    }
  }

  /** What is kept for a key and still holds. */
  async #present(key: string, { newest, lineage }: WrittenState): Promise<Kept | null> {
    const kept = this.#kept.get(key);
    if (!kept) return null;
    const isOld = this.#now() - kept.time >= MAX_AGE_MS;
    if (isOld || kept.lineage !== lineage || kept.heldAt < newest) {
      if (isOld || !(await this.#options.answers.holds(kept.reads, kept))) {
        this.#drop(key, kept);
        return null;
      }
      kept.heldAt = newest;
    }
    if (this.#kept.get(key) === kept) {
      // A Map keeps the order of insertion: what is asked for goes to the end.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
    }
    return kept;
  }

  #begin(shared: SharedRequest, { madeAt, lineage }: Made): Flight {
    const abandon = new AbortController();
    const time = this.#now();
    const reads = new Reads();
    const answer = collectReads(reads, () => this.#options.render(shared, abandon.signal)).then(
      async (rendered) => {
        if (rendered.headers['set-cookie'] !== undefined) throw new NotSharedError(shared.url);
        const made = await cutAnswer(rendered);
        if (made.status === 200)
          this.#keep(shared.key, { answer: made, reads, madeAt, lineage, heldAt: madeAt, time });
        return made;
      },
    );
    const flight: Flight = { answer, madeAt, lineage, visitors: 0, abandon };
    const land = () => {
      if (this.#flights.get(shared.key) === flight) this.#flights.delete(shared.key);
    };
    answer.then(land, land);
    // A visitor who arrives after everybody left must not wait for an answer that will not be made.
    abandon.signal.addEventListener('abort', land, { once: true });
    this.#flights.set(shared.key, flight);
    return flight;
  }

  #keep(key: string, made: Kept): void {
    const bytes = bytesOf(key, made.answer);
    // One answer must not push out all others.
    if (bytes > this.#options.maxBytes / 4) return;
    const before = this.#kept.get(key);
    // It was begun later, and was faster.
    if (before && before.madeAt > made.madeAt && before.lineage === made.lineage) return;
    if (before) this.#drop(key, before);
    this.#kept.set(key, made);
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#options.maxBytes) break;
      this.#drop(oldest, kept);
    }
  }

  #drop(key: string, kept: Kept): void {
    if (this.#kept.get(key) !== kept) return;
    this.#kept.delete(key);
    this.#bytes -= bytesOf(key, kept.answer);
  }
}

/** What an answer takes in memory, with the address that it is kept by. */
function bytesOf(key: string, answer: CutAnswer): number {
  return answer.bytes + key.length + ENTRY_BYTES;
}
