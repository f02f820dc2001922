/** Names of one file: more of them are not held twice either, but not found again. */
const MAX_TEXTS = 100_000;

/** Holds each of many equal texts once, and nothing of the longer text that it was cut out of. */
export class TextPool {
  readonly #texts = new Map<string, string>();

  /** The same text, as it was held first. */
  take(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    // A part of a string keeps the whole of it in memory.
    const own = Buffer.from(text, 'utf16le').toString('utf16le');
    if (this.#texts.size < MAX_TEXTS) this.#texts.set(own, own);
    return own;
  }
}
