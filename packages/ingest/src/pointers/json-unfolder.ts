/** Position of a JSON token in a file. */
export interface JsonPlace {
  /** JSON Pointer within its text (RFC 6901): `/results/12/value`; empty for the whole of a text. */
  pointer: string;
  /** Which text of the file it is in, from 1: a file of NDJSON has one on each line. */
  text: number;
  /** Line of the file, from 1. */
  line: number;
}

export interface UnfoldEvents {
  /** Unfolded bytes, valid during the call only. */
  bytes?(unfolded: Buffer): void;
  /** A value, or the begin or end of an object or array; none of an unfolded line but this one. */
  token?(unfoldedLine: number, place: () => JsonPlace): void;
}

interface Frame {
  isArray: boolean;
  index: number;
  key: string;
}

const [LF, CR, SPACE, TAB, QUOTE, COMMA, COLON, BACKSLASH] = [10, 13, 32, 9, 34, 44, 58, 92];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];
const BYTE_ORDER_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);
/** Deeper than anything that is read. */
const MAX_DEPTH = 64;
/** Of a key; what is longer is cut. */
const MAX_KEY_BYTES = 4096;

type Mode = 'line-start' | 'outside' | 'inside' | 'string' | 'after';

/**
 * Writes the JSON texts of a file with one value on each line, and everything around them as it is, so that the line of a
 * value is its own also where a text has no line breaks. Holds the path to where it is. As for the readers of JSON a text
 * begins with a line, and what follows it on its last line is not read.
 */
export class JsonUnfolder {
  readonly #events: UnfoldEvents;
  #mode: Mode = 'line-start';
  #frames: Frame[] = [];
  #isEscaped = false;
  #isInScalar = false;
  #isKeyNext = false;
  #key: number[] | null = null;
  #hasSpace = false;
  #line = 1;
  #unfoldedLine = 1;
  #text = 0;
  #out = Buffer.alloc(0);
  #size = 0;
  #lastByte = LF;

  constructor(events: UnfoldEvents) {
    this.#events = events;
  }

  write(chunk: Uint8Array): void {
    // A brace has a line end before and after it.
    this.#out = Buffer.allocUnsafe(chunk.length * 4);
    this.#size = 0;
    for (const byte of chunk) this.#byte(byte);
    if (this.#size > 0) this.#events.bytes?.(this.#out.subarray(0, this.#size));
  }

  #byte(byte: number): void {
    if (this.#mode === 'inside') this.#inside(byte);
    else if (this.#mode === 'string') this.#string(byte);
    else if (this.#mode === 'after') this.#after(byte);
    else this.#outside(byte);
    if (byte === LF) this.#line += 1;
  }

  #outside(byte: number): void {
    const begins = this.#mode === 'line-start' && (byte === OPEN_BRACE || byte === OPEN_BRACKET);
    if (begins) {
      this.#text += 1;
      this.#mode = 'inside';
      this.#inside(byte);
      return;
    }
    this.#put(byte);
    const isBlank = byte === SPACE || byte === TAB || (this.#unfoldedLine === 1 && BYTE_ORDER_MARK.has(byte));
    if (byte === LF) this.#mode = 'line-start';
    else if (!isBlank) this.#mode = 'outside';
  }

  #after(byte: number): void {
    if (byte === LF) this.#mode = 'line-start';
  }

  #inside(byte: number): void {
    if (byte === SPACE || byte === TAB || byte === CR || byte === LF) {
      this.#isInScalar = false;
      this.#hasSpace = true;
      return;
    }
    // Two numbers with a space between them are invalid.
    if (this.#hasSpace && this.#lastByte !== LF) this.#put(SPACE);
    this.#hasSpace = false;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close(byte);
    else if (byte === COMMA) this.#comma();
    else if (byte === COLON) this.#punctuation(byte);
    else if (byte === QUOTE) this.#quote();
    else {
      if (!this.#isInScalar) this.#token();
      this.#isInScalar = true;
      this.#put(byte);
    }
  }

  #open(byte: number): void {
    this.#token();
    this.#punctuation(byte);
    this.#put(LF);
    this.#frames.push({ isArray: byte === OPEN_BRACKET, index: 0, key: '' });
    this.#isKeyNext = byte === OPEN_BRACE;
    if (this.#frames.length > MAX_DEPTH) this.#giveUp('outside');
  }

  #close(byte: number): void {
    if (this.#lastByte !== LF) this.#put(LF);
    this.#frames.pop();
    this.#token();
    this.#punctuation(byte);
    this.#isKeyNext = false;
    if (this.#frames.length > 0) return;
    this.#put(LF);
    this.#mode = 'after';
  }

  #comma(): void {
    this.#punctuation(COMMA);
    this.#put(LF);
    const frame = this.#frames.at(-1);
    if (frame?.isArray) frame.index += 1;
    else this.#isKeyNext = true;
  }

  #punctuation(byte: number): void {
    this.#isInScalar = false;
    this.#put(byte);
  }

  #quote(): void {
    this.#isInScalar = false;
    if (this.#isKeyNext) this.#key = [];
    else this.#token();
    this.#put(QUOTE);
    this.#mode = 'string';
  }

  #string(byte: number): void {
    this.#put(byte);
    if (byte === LF) {
      // A JSON string cannot contain one: reading ends here.
      this.#giveUp('line-start');
    } else if (this.#isEscaped || byte !== QUOTE) {
      this.#isEscaped = !this.#isEscaped && byte === BACKSLASH;
      if (this.#key && this.#key.length < MAX_KEY_BYTES) this.#key.push(byte);
    } else {
      this.#mode = 'inside';
      const frame = this.#frames.at(-1);
      if (this.#key && frame) frame.key = toKey(this.#key);
      this.#key = null;
      this.#isKeyNext = false;
    }
  }

  #giveUp(mode: Mode): void {
    this.#mode = mode;
    this.#frames = [];
    this.#isEscaped = false;
    this.#isKeyNext = false;
    this.#key = null;
  }

  #token(): void {
    this.#events.token?.(this.#unfoldedLine, this.#place);
  }

  readonly #place = (): JsonPlace => ({
    pointer: this.#frames.map(({ isArray, index, key }) => `/${isArray ? index : escaped(key)}`).join(''),
    text: this.#text,
    line: this.#line,
  });

  #put(byte: number): void {
    this.#out[this.#size] = byte;
    this.#size += 1;
    this.#lastByte = byte;
    if (byte === LF) this.#unfoldedLine += 1;
  }
}

function toKey(bytes: readonly number[]): string {
  const inner = Buffer.from(bytes).toString('utf8');
  if (!inner.includes('\\')) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}

/** RFC 6901, section 3. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
