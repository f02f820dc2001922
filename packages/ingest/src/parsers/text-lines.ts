import type { FileReporter } from '../files/reporter';
import type { ParseSession } from './parser';

/** The place of a line, as diagnostics take it. */
export interface Spot {
  line: number;
  bytes: Buffer;
}

/** Reads lines as text, each up to a number of bytes. */
export function textLines(maxBytes: number, read: (text: string, at: Spot) => void): ParseSession['line'] {
  return (bytes, start, end, line) =>
    read(bytes.toString('utf8', start, Math.min(end, start + maxBytes)), {
      line,
      bytes: bytes.subarray(start, end),
    });
}

/** A list that does not grow with the file. Reports once what it does not take. */
export class BoundedList<T> {
  readonly items: T[] = [];
  readonly #reporter: FileReporter;
  readonly #what: string;
  readonly #max: number;
  #isFull = false;

  constructor(reporter: FileReporter, what: string, max = 10_000) {
    this.#reporter = reporter;
    this.#what = what;
    this.#max = max;
  }

  /** @returns false for an item that has no place */
  add(item: T, line: number): boolean {
    if (this.items.length < this.#max) return this.items.push(item) > 0;
    if (!this.#isFull) {
      this.#isFull = true;
      const message = `more than ${this.#max} ${this.#what} in one file; the rest was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line });
    }
    return false;
  }
}
