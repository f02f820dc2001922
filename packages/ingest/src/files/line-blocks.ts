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
export function cutBlocks(consumer: BlockConsumer, lineBytes: number) {
  let carry: Buffer[] = [];
  let carryBytes = 0;
  let insideLongLine = false;

  const keep = (part: Buffer) => {
    carry.push(Buffer.from(part));
    carryBytes += part.length;
    if (carryBytes > lineBytes + OVERLAP) releaseLongLine();
  };

  const finishLine = (part: Buffer) => {
    const line = Buffer.concat([...carry, part]);
    carry = [];
    carryBytes = 0;
    if (insideLongLine) {
      insideLongLine = false;
      consumer.block(line, 'last');
    } else {
      consumer.block(line);
    }
  };

  /** Lets go of an overlong line. Whoever masks it keeps back what may be part of a secret. */
  const releaseLongLine = () => {
    consumer.block(Buffer.concat(carry), insideLongLine ? 'next' : 'first');
    insideLongLine = true;
    carry = [];
    carryBytes = 0;
  };

  return {
    /** The chunk may be reused by the caller afterwards: what must stay is copied. */
    write(chunk: Buffer): void {
      let rest = chunk;
      if (carryBytes > 0 || insideLongLine) {
        const newline = chunk.indexOf(NEWLINE);
        if (newline < 0) {
          keep(chunk);
          return;
        }
        finishLine(chunk.subarray(0, newline + 1));
        rest = chunk.subarray(newline + 1);
      }
      const last = rest.lastIndexOf(NEWLINE);
      if (last >= 0) consumer.block(rest.subarray(0, last + 1));
      if (last + 1 < rest.length) keep(rest.subarray(last + 1));
    },
    /** Hands over the last line when it has no line end. */
    end(): void {
      if (carryBytes > 0 || insideLongLine) finishLine(Buffer.alloc(0));
    },
  };
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
 * Calls the visitor for each line of a block, without line ends (`\n`, or `\r\n` with one or more `\r`).
 *
 * @returns number of the line after the block
 */
export function visitLines(block: Buffer, firstLine: number, visitor: LineVisitor): number {
  let start = 0;
  let lineNumber = firstLine;
  while (start < block.length) {
    const newline = block.indexOf(NEWLINE, start);
    const stop = newline < 0 ? block.length : newline;
    const end = withoutReturns(block, start, stop);
    visitor.line(block, start, end, lineNumber);
    lineNumber += 1;
    start = stop + 1;
  }
  return lineNumber;
}

/** Where a line ends without the carriage returns at its end: terminals and copies of Windows may add a second one. */
export function withoutReturns(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === CARRIAGE_RETURN) at -= 1;
  return at;
}
