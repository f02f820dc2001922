import { type CutAnswer, cutAnswer } from './cut-answer';
import type { Rendered } from './render-apart';
import type { SharedRequest } from './shared-request';

/** How a request was answered: `hit`: it was there; `joined`: it was being made for somebody else; `miss`: made. */
export type CacheUse = 'hit' | 'joined' | 'miss';

/** The answer is for one visitor, although its request was not: it must be made for each. */
export class NotSharedError extends Error {
  override readonly name = 'NotSharedError';
}

interface Flight {
  answer: Promise<CutAnswer>;
  visitors: number;
  abandon: AbortController;
}

export interface PageCacheOptions {
  /** The present snapshot of the database; see `readSnapshot`. */
  readSnapshot: () => Promise<string>;
  /** Makes an answer. @param abandoned is aborted when nobody wants it any more; then it need not be begun. */
  render: (shared: SharedRequest, abandoned: AbortSignal) => Promise<Rendered>;
  /** Of all that is kept. */
  maxBytes: number;
}

/**
 * What an answer takes beside its bytes: objects, and the blocks of 8 KB that Node.js cuts short buffers from, of which
 * one short answer can hold a whole one. Without it a visitor could fill the memory with thousands of addresses whose
 * answers are short.
 */
const ENTRY_BYTES = 16 * 1024;

/**
 * Whole answers, kept while nothing is written to the database and made once for all who ask at the same time.
 * Like AnswerCache, it asks the database before each use whether its snapshot is still the one under which answers
 * were made, so no answer is older than the request, and whoever writes has nothing to tell it. What is over the limit
 * goes, the one not asked for longest first.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  #snapshot = '';
  #kept = new Map<string, CutAnswer>();
  #flights = new Map<string, Flight>();
  #bytes = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
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
   * @throws NotSharedError, what `render` throws, and what reading the snapshot throws
   */
  async get(shared: SharedRequest, left: AbortSignal): Promise<{ answer: CutAnswer; use: CacheUse }> {
    this.#turnTo(await this.#options.readSnapshot());
    left.throwIfAborted();
    const kept = this.#kept.get(shared.key);
    if (kept) {
      // A Map keeps the order of insertion: what is asked for goes to the end.
      this.#kept.delete(shared.key);
      this.#kept.set(shared.key, kept);
      return { answer: kept, use: 'hit' };
    }
    const running = this.#flights.get(shared.key);
    const flight = running ?? this.#begin(shared);
    flight.visitors += 1;
    const leave = () => {
      flight.visitors -= 1;
      if (flight.visitors === 0) flight.abandon.abort(left.reason);
    };
    left.addEventListener('abort', leave, { once: true });
    try {
      return { answer: await flight.answer, use: running ? 'joined' : 'miss' };
    } finally {
      left.removeEventListener('abort', leave);
    }
  }

  /** Drops what was made under another snapshot. What is being made ends for those who wait for it. */
  #turnTo(snapshot: string): void {
    if (snapshot === this.#snapshot) return;
    this.#snapshot = snapshot;
    this.#kept = new Map();
    this.#flights = new Map();
    this.#bytes = 0;
  }

  #begin(shared: SharedRequest): Flight {
    const flights = this.#flights;
    const kept = this.#kept;
    const abandon = new AbortController();
    const answer = this.#options.render(shared, abandon.signal).then(async (rendered) => {
      if (rendered.headers['set-cookie'] !== undefined) throw new NotSharedError(shared.url);
      const made = await cutAnswer(rendered);
      if (made.status === 200 && kept === this.#kept) this.#keep(shared.key, made);
      return made;
    });
    const flight: Flight = { answer, visitors: 0, abandon };
    const land = () => {
      if (flights.get(shared.key) === flight) flights.delete(shared.key);
    };
    answer.then(land, land);
    // One who comes after everybody left must not wait for what will not be made.
    abandon.signal.addEventListener('abort', land, { once: true });
    flights.set(shared.key, flight);
    return flight;
  }

  #keep(key: string, answer: CutAnswer): void {
    const bytes = bytesOf(key, answer);
    // One answer must not push out all others.
    if (bytes > this.#options.maxBytes / 4) return;
    this.#kept.set(key, answer);
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#options.maxBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytesOf(oldest, kept);
    }
  }
}

/** What an answer takes in memory, with the address that it is kept by. */
function bytesOf(key: string, answer: CutAnswer): number {
  return answer.bytes + key.length + ENTRY_BYTES;
}
