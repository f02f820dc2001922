import type { Bytes } from './byte-stream';

/**
 * The content of an archive entry, for a reader that may leave it anywhere. A reader that is left itself (a stream that
 * reads ahead of damaged packed data) may still ask for more: it gets nothing, because of two that ask one of them
 * would wait for ever.
 */
export class EntryContent {
  readonly #source: AsyncIterator<unknown>;
  #asked: Promise<unknown> | null = null;
  #isLeft = false;

  constructor(source: AsyncIterable<unknown>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Has no `return`: an entry that is closed closes its archive. */
  get bytes(): Bytes {
    return { [Symbol.asyncIterator]: () => ({ next: () => this.#next() }) };
  }

  #next(): Promise<IteratorResult<Buffer>> {
    if (this.#isLeft) return Promise.resolve({ done: true, value: undefined });
    const asked = this.#source.next() as Promise<IteratorResult<Buffer>>;
    this.#asked = asked;
    return asked;
  }

  /** Skips what was not read: the next entry comes after it. */
  async skipRest(): Promise<void> {
    this.#isLeft = true;
    await this.#asked;
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next());
  }
}
