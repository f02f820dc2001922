import { StringDecoder } from 'node:string_decoder';
import { CARRIAGE_RETURN, NEWLINE, withoutReturns } from './line-blocks';

/** A line of a stored file, or a part of it. */
export interface BoundedLine {
  /** 1-based, counted as parsers count. */
  number: number;
  text: string;
  /** True when the text continues. */
  cut: boolean;
  /** True when the text is what stands after the last carriage return of a long line: progress was overwritten. */
  overwritten: boolean;
}

export interface LineRange {
  first: number;
  last: number;
  /** Kept of each line: a stored file may be one line of a gigabyte. */
  maxBytes: number;
}

/**
 * Lines of a file that ingest has read, by the numbers that its parsers gave them: `\n` ends a line, `\r`s before it are
 * not part of the line, and nothing else ends one. Reads no further than the line after the last.
 *
 * @returns the lines, and whether the file has more after them
 */
export async function boundedLines(
  content: AsyncIterable<Uint8Array>,
  { first, last, maxBytes }: LineRange,
): Promise<{ lines: BoundedLine[]; more: boolean }> {
  const lines: BoundedLine[] = [];
  let number = 1;
  let line = new LineInParts(maxBytes);
  for await (const each of content) {
    const chunk = Buffer.from(each.buffer, each.byteOffset, each.length);
    let start = 0;
    while (start < chunk.length) {
      if (number > last) return { lines, more: true };
      const found = chunk.indexOf(NEWLINE, start);
      const end = found === -1 ? chunk.length : found;
      if (number >= first) line.add(chunk.subarray(start, end));
      start = end + 1;
      if (found === -1) continue;
      if (number >= first) lines.push({ number, ...line.end() });
      number += 1;
      line = new LineInParts(maxBytes);
    }
  }
  if (!line.isEmpty) lines.push({ number, ...line.end() });
  return { lines, more: false };
}

/** A line in parts: holds its beginning, and the beginning of the text after its last carriage return. */
class LineInParts {
  readonly #maxBytes: number;
  readonly #whole: Beginning;
  #shown: Beginning;
  /** Carriage returns are part of the line when more of the line follows. */
  #returns = 0;
  isEmpty = true;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#whole = new Beginning(maxBytes);
    this.#shown = new Beginning(maxBytes);
  }

  add(part: Buffer): void {
    if (part.length === 0) return;
    this.isEmpty = false;
    const text = part.subarray(0, withoutReturns(part, 0, part.length));
    if (text.length > 0) {
      if (this.#returns > 0) this.#shown = new Beginning(this.#maxBytes);
      for (; this.#returns > 0; this.#returns -= 1) this.#whole.add(Buffer.of(CARRIAGE_RETURN));
    }
    this.#returns += part.length - text.length;
    const overwritten = text.lastIndexOf(CARRIAGE_RETURN);
    if (overwritten >= 0) this.#shown = new Beginning(this.#maxBytes);
    this.#whole.add(text);
    this.#shown.add(text.subarray(overwritten + 1));
  }

  end(): Omit<BoundedLine, 'number'> {
    const overwritten =
      this.#whole.isCut && this.#shown.length > 0 && this.#shown.length < this.#whole.length;
    const { text, isCut } = overwritten ? this.#shown : this.#whole;
    return { text, cut: isCut, overwritten };
  }
}

/** The first bytes of all that is added. */
class Beginning {
  readonly #maxBytes: number;
  readonly #parts: Buffer[] = [];
  length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(part: Buffer): void {
    if (this.length < this.#maxBytes) this.#parts.push(part.subarray(0, this.#maxBytes - this.length));
    this.length += part.length;
  }

  get isCut(): boolean {
    return this.length > this.#maxBytes;
  }

  get text(): string {
    const bytes = Buffer.concat(this.#parts);
    // The decoder leaves out a character that was cut in two.
    return this.isCut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
  }
}
