import { OVERLAP } from '../masking/secret-masker';

export const NEWLINE = 10;
export const CARRIAGE_RETURN = 13;

/** Receives a file as blocks of whole lines; an overlong line is split into pieces. */
export interface BlockConsumer {
  /** @param piece set for a piece of an overlong line: `first`, `next` or `last` (which ends with the newline) */
  block(bytes: Buffer, piece?: 'first' | 'next' | 'last'): void;
}

/**
 * Cuts chunks into blocks that end at a line end, so that nothing downstream meets half a line. Holds one unfinished
 * line at most, and little more than `lineBytes` of it.
 */
export class LineBlocks {
  readonly #consumer: BlockConsumer;
  readonly #lineBytes: number;
  #carry: Buffer[] = [];
  #carryBytes = 0;
  #insideLongLine = false;

  constructor(consumer: BlockConsumer, lineBytes: number) {
    this.#consumer = consumer;
    this.#lineBytes = lineBytes;
  }

  /** The chunk may be reused by the caller afterwards: what must stay is copied. */
  write(chunk: Buffer): void {
    let rest = chunk;
    if (this.#carryBytes > 0 || this.#insideLongLine) {
      const newline = chunk.indexOf(NEWLINE);
      if (newline < 0) {
        this.#keep(chunk);
        return;
      }
      this.#finishLine(chunk.subarray(0, newline + 1));
      rest = chunk.subarray(newline + 1);
    }
    const last = rest.lastIndexOf(NEWLINE);
    if (last >= 0) this.#consumer.block(rest.subarray(0, last + 1));
    if (last + 1 < rest.length) this.#keep(rest.subarray(last + 1));
  }

  /** Hands over the last line when it has no line end. */
  end(): void {
    if (this.#carryBytes > 0 || this.#insideLongLine) this.#finishLine(Buffer.alloc(0));
  }

  #keep(part: Buffer): void {
    this.#carry.push(Buffer.from(part));
    this.#carryBytes += part.length;
    if (this.#carryBytes > this.#lineBytes + OVERLAP) this.#releaseLongLine();
  }

  #finishLine(part: Buffer): void {
    const line = Buffer.concat([...this.#carry, part]);
    this.#carry = [];
    this.#carryBytes = 0;
    if (this.#insideLongLine) {
      this.#insideLongLine = false;
      this.#consumer.block(line, 'last');
    } else {
      this.#consumer.block(line);
    }
  }

  /** Lets go of an overlong line. Whoever masks it keeps back what may be part of a secret. */
  #releaseLongLine(): void {
    this.#consumer.block(Buffer.concat(this.#carry), this.#insideLongLine ? 'next' : 'first');
    this.#insideLongLine = true;
    this.#carry = [];
    this.#carryBytes = 0;
  }
}

export interface LineVisitor {
  line(bytes: Buffer, start: number, end: number, lineNumber: number): void;
  /**
   * A piece of a line over the limit, for parsers that can read such a line in pieces. Left out: its first bytes are passed as a line, and
   * its rest is reported as not read.
   */
  piece?(bytes: Buffer, at: LinePiece): void;
}

export interface LinePiece {
  start: number;
  end: number;
  lineNumber: number;
  /** The line ends with it. */
  isLast: boolean;
}

/**
 * Calls the visitor for each line of a block, without line ends (`\n` or `\r\n`).
 *
 * @returns number of the line after the block
 */
export function visitLines(block: Buffer, firstLine: number, visitor: LineVisitor): number {
  let start = 0;
  let lineNumber = firstLine;
  while (start < block.length) {
    const newline = block.indexOf(NEWLINE, start);
    const stop = newline < 0 ? block.length : newline;
    const end = stop > start && block[stop - 1] === CARRIAGE_RETURN ? stop - 1 : stop;
    visitor.line(block, start, end, lineNumber);
    lineNumber += 1;
    start = stop + 1;
  }
  return lineNumber;
}
