import { findPlaces, type PackPlace, type Queries } from './pack-index';

/**
 * So many are asked for in one question. Fewer than may be pending at once (see blob-staging.ts), so that nothing
 * stands still.
 */
const TOGETHER = 24;
/** How long a question waits for more: the files of an upload end a millisecond or less after each other. */
const WAIT_MS = 10;

/** What is asked for next. */
interface Question {
  sha256s: string[];
  /** Ends the waiting for more. */
  ask: () => void;
  answer: Promise<Map<string, PackPlace>>;
}

/**
 * Asks for places one by one and gets them together. An upload has hundreds of files, which end one after the other: a
 * question for each costs more than looking.
 */
export class PlaceLookup {
  readonly #client: Queries;
  #next: Question | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(client: Queries) {
    this.#client = client;
  }

  async find(sha256: string): Promise<PackPlace | null> {
    this.#next ??= this.#open();
    const question = this.#next;
    question.sha256s.push(sha256);
    if (question.sha256s.length >= TOGETHER) question.ask();
    return (await question.answer).get(sha256) ?? null;
  }

  #open(): Question {
    const sha256s: string[] = [];
    let ask = () => {};
    const isAsked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const timer = setTimeout(ask, WAIT_MS);
    const answer = Promise.all([this.#running, isAsked]).then(() => {
      clearTimeout(timer);
      this.#next = null;
      return findPlaces(this.#client, sha256s);
    });
    this.#running = answer.catch(() => {
      // The caller gets the error.
    });
    return { sha256s, ask, answer };
  }
}
