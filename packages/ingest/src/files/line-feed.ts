import { startsArchive } from '../archive/magic';
import { SAMPLE_BYTES } from '../limits';
import { maskSecrets } from '../masking/mask-secrets';
import { CARRIAGE_RETURN, LineBlocks, type LineVisitor, NEWLINE, visitLines } from './line-blocks';

/** What detection needs of a file. */
export interface FileHead {
  /** First 64 KiB, secrets masked. */
  sample: Buffer;
  /** True for an archive: its text is that of the files in it, and says nothing about itself. */
  isArchive: boolean;
}

export interface LineFeedConsumer {
  /** Called once, before any line: who reads the lines, null for nobody. */
  begin(head: FileHead): LineVisitor | null;
  /** Every byte of the file, in order, secrets masked. */
  block?(masked: Buffer): void;
  /** A line over the limit; its rest is not read. */
  longLine?(line: number, bytes: Buffer): void;
}

/**
 * A file as it comes → whole lines, secrets masked. Line ends are `\n`, `\r\n`, or `\r` alone where the first 64 KiB
 * hold no `\n` (old Mac): these become `\n`. Holds the first 64 KiB, then one unfinished line.
 */
export class LineFeed {
  readonly #consumer: LineFeedConsumer;
  readonly #lineBytes: number;
  readonly #blocks: LineBlocks;
  #head: Buffer[] = [];
  #headBytes = 0;
  #hasBegun = false;
  #isOldMac = false;
  #visitor: LineVisitor | null = null;
  #lineNumber = 1;

  constructor(consumer: LineFeedConsumer, lineBytes: number) {
    this.#consumer = consumer;
    this.#lineBytes = lineBytes;
    this.#blocks = new LineBlocks({ block: (bytes, piece) => this.#block(bytes, piece) }, lineBytes);
  }

  /** The chunk may be reused by the caller afterwards. */
  write(chunk: Buffer): void {
    if (this.#hasBegun) {
      this.#blocks.write(this.#withNewlines(chunk));
      return;
    }
    const isEnough = this.#headBytes + chunk.length >= SAMPLE_BYTES;
    this.#head.push(isEnough ? chunk : Buffer.from(chunk));
    this.#headBytes += chunk.length;
    if (isEnough) this.#begin();
  }

  end(): void {
    if (!this.#hasBegun) this.#begin();
    this.#blocks.end();
  }

  #begin(): void {
    this.#hasBegun = true;
    const raw = this.#head.length === 1 && this.#head[0] ? this.#head[0] : Buffer.concat(this.#head);
    this.#head = [];
    this.#isOldMac = hasOldMacLines(raw.subarray(0, SAMPLE_BYTES));
    const bytes = this.#withNewlines(raw);
    const sample = maskSecrets(bytes.subarray(0, SAMPLE_BYTES));
    const visitor = this.#consumer.begin({ sample, isArchive: startsArchive(raw) });
    this.#visitor = visitor && this.#limitLines(visitor);
    if (bytes.length > 0) this.#blocks.write(bytes);
  }

  /** Here and not in parsers, so that masking and whoever reads the stored file see lines too. */
  #withNewlines(chunk: Buffer): Buffer {
    if (!this.#isOldMac) return chunk;
    const lines = Buffer.from(chunk);
    for (let at = lines.indexOf(CARRIAGE_RETURN); at >= 0; at = lines.indexOf(CARRIAGE_RETURN, at + 1)) {
      lines[at] = NEWLINE;
    }
    return lines;
  }

  /** Lets the visitor see the first bytes of a line only. */
  #limitLines(visitor: LineVisitor): LineVisitor {
    const limit = this.#lineBytes;
    return {
      line: (bytes, start, end, lineNumber) => {
        if (end - start <= limit) return visitor.line(bytes, start, end, lineNumber);
        this.#consumer.longLine?.(lineNumber, bytes.subarray(start, start + limit));
        visitor.line(bytes, start, start + limit, lineNumber);
      },
    };
  }

  #block(bytes: Buffer, piece?: 'first' | 'next' | 'last'): void {
    const masked = maskSecrets(bytes);
    this.#consumer.block?.(masked);
    if (!this.#visitor) return;
    if (piece === undefined) {
      this.#lineNumber = visitLines(masked, this.#lineNumber, this.#visitor);
    } else if (piece === 'first') {
      this.#visitor.line(masked, 0, masked.length, this.#lineNumber);
    } else if (piece === 'last') {
      this.#lineNumber += 1;
    }
  }
}

/** `\r` and no `\n`. What holds zero bytes is no text, and is left as it is. */
function hasOldMacLines(sample: Buffer): boolean {
  return !sample.includes(NEWLINE) && sample.includes(CARRIAGE_RETURN) && !sample.includes(0);
}
