import { NEWLINE } from './line-blocks';
import { findUtf16 } from './line-feed';
import type { FileReporter } from './reporter';

/** Larger files are not compared with themselves: logs of a run have a few KB, host logs of a day 2 MB. */
const MAX_COMPARED_BYTES = 2 * 1024 * 1024;
const MAX_PARTS = 4;
const MIN_KEPT_BYTES = 64 * 1024;

/** State that is of no use once a file was read. */
let spare: Buffer = Buffer.alloc(0);

/** What a crash or a copy did to the bytes of a log: zero bytes in its text, or its content more than once. */
export class DamageWatch {
  #zeroLine: number | null = null;
  #zeroAt = 0;
  #zeros = 0;
  #size = 0;
  #isText: boolean | null = null;
  /** Begins with the bytes so far; null when there are too many. */
  #kept: Buffer | null = spare;

  constructor() {
    spare = Buffer.alloc(0);
  }

  /** @param lines of the file before the chunk */
  write(chunk: Buffer, lines: number): void {
    this.#isText ??= findUtf16(chunk.subarray(0, 4096)) === null;
    this.#countZeros(chunk, lines);
    this.#size += chunk.length;
    if (this.#size > MAX_COMPARED_BYTES) this.release();
    // The reader fills the same buffer again.
    this.#keep(chunk);
  }

  #keep(chunk: Buffer): void {
    if (!this.#kept) return;
    if (this.#kept.length < this.#size) {
      const larger = Buffer.allocUnsafe(Math.max(MIN_KEPT_BYTES, 2 * this.#size));
      this.#kept.copy(larger);
      this.#kept = larger;
    }
    chunk.copy(this.#kept, this.#size - chunk.length);
  }

  /** Leaves its memory to the next file: 1,000 logs of a run would have the garbage collector run all the time. */
  release(): void {
    if (this.#kept) spare = this.#kept;
    this.#kept = null;
  }

  #countZeros(chunk: Buffer, lines: number): void {
    if (this.#isText !== true) return;
    let at = chunk.indexOf(0);
    if (at >= 0 && this.#zeroLine === null) {
      this.#zeroLine = lines + 1 + countOf(chunk.subarray(0, at), NEWLINE);
      this.#zeroAt = this.#size + at;
    }
    for (; at >= 0; at = chunk.indexOf(0, at + 1)) this.#zeros += 1;
  }

  /** @param options hasResults: false for settings and dumps, which may be printed twice */
  report(reporter: FileReporter, { hasResults }: { hasResults: boolean }): void {
    const bytes = this.#kept?.subarray(0, this.#size);
    if (this.#zeroLine !== null) {
      const message = `${this.#zeros} zero bytes from here on: what was there is lost, as after a crash`;
      // Lines are counted late in the first 64 KiB.
      const line = bytes ? countOf(bytes.subarray(0, this.#zeroAt), NEWLINE) + 1 : this.#zeroLine;
      reporter.report('LINE_UNPARSED', message, { line });
    }
    const times = bytes && hasResults ? timesOf(bytes) : 1;
    if (times > 1) {
      const message = `the file holds its content ${times} times in a row: repeats of it are copies, and show no noise`;
      reporter.report('DUPLICATE_RESULT', message);
    }
  }
}

function countOf(bytes: Buffer, wanted: number): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count += 1;
  return count;
}

/** How often the bytes hold the same lines one after the other. */
function timesOf(bytes: Buffer): number {
  for (let times = MAX_PARTS; times > 1; times -= 1) {
    const length = bytes.length / times;
    if (length < 1 || !Number.isInteger(length) || bytes[length - 1] !== NEWLINE) continue;
    const first = bytes.subarray(0, length);
    // One repeated line is not a copy of a log.
    if (countOf(first, NEWLINE) < 2) continue;
    const isSame = (part: number) => bytes.subarray(part * length, (part + 1) * length).equals(first);
    if (Array.from({ length: times - 1 }, (_, part) => part + 1).every(isSame)) return times;
  }
  return 1;
}
