/** Collects a block from its parts. */
export class BlockBuffer {
  #parts: Buffer[] = [];
  #length = 0;

  /**
   * @param wanted bytes of the block; the same until it is whole
   * @returns how many of the bytes were taken, and the block when it is whole
   */
  take(bytes: Buffer, wanted: number): { length: number; block: Buffer | null } {
    const part = bytes.subarray(0, wanted - this.#length);
    if (part.length === wanted) return { length: wanted, block: part };
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length < wanted) return { length: part.length, block: null };
    const block = this.held;
    this.#parts = [];
    this.#length = 0;
    return { length: part.length, block };
  }

  /** The present part of an unfinished block. */
  get held(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Puts neighbouring parts of one buffer together again, so that what is handed on is as large as what came in. */
export class Segments {
  #segments: Buffer[] = [];

  add(part: Buffer): void {
    const last = this.#segments.at(-1);
    if (last && last.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset) {
      const joined = Buffer.from(last.buffer, last.byteOffset, last.length + part.length);
      this.#segments[this.#segments.length - 1] = joined;
    } else if (part.length > 0) this.#segments.push(part);
  }

  flush(): Buffer[] {
    const segments = this.#segments;
    this.#segments = [];
    return segments;
  }
}
