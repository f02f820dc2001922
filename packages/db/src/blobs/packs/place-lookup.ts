import { findPlaces, type PackPlace, type Queries } from './pack-index';

/**
 * Asks for places one by one and gets them together: what is asked for while the last question is on its way is the next
 * question. An upload has hundreds of files, which end one after the other.
 */
export class PlaceLookup {
  readonly #client: Queries;
  #next: { sha256s: string[]; answer: Promise<Map<string, PackPlace>> } | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(client: Queries) {
    this.#client = client;
  }

  async find(sha256: string): Promise<PackPlace | null> {
    if (!this.#next) {
      const sha256s: string[] = [];
      const answer = this.#running.then(() => {
        this.#next = null;
        return findPlaces(this.#client, sha256s);
      });
      this.#next = { sha256s, answer };
      this.#running = answer.catch(() => {
        // Whoever asked is told.
      });
    }
    this.#next.sha256s.push(sha256);
    return (await this.#next.answer).get(sha256) ?? null;
  }
}
