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
export function unfoldJson(events: UnfoldEvents): (chunk: Uint8Array) => void {
  let state: Mode = 'line-start';
  let frames: Frame[] = [];
  let isEscaped = false;
  let isInScalar = false;
  let isKeyNext = false;
  let key: number[] | null = null;
  let hasSpace = false;
  let line = 1;
  let unfoldedLine = 1;
  let text = 0;
  let out = Buffer.alloc(0);
  let size = 0;
  let lastByte = LF;
  const place = (): JsonPlace => ({
    pointer: frames.map(({ isArray, index, key }) => `/${isArray ? index : escaped(key)}`).join(''),
    text,
    line,
  });

  const take = (byte: number) => {
    if (state === 'inside') readInside(byte);
    else if (state === 'string') readString(byte);
    else if (state === 'after') readAfter(byte);
    else readOutside(byte);
    if (byte === LF) line += 1;
  };

  const readOutside = (byte: number) => {
    const begins = state === 'line-start' && (byte === OPEN_BRACE || byte === OPEN_BRACKET);
    if (begins) {
      text += 1;
      state = 'inside';
      readInside(byte);
      return;
    }
    put(byte);
    const isBlank = byte === SPACE || byte === TAB || (unfoldedLine === 1 && BYTE_ORDER_MARK.has(byte));
    if (byte === LF) state = 'line-start';
    else if (!isBlank) state = 'outside';
  };

  const readAfter = (byte: number) => {
    if (byte === LF) state = 'line-start';
  };

  const readInside = (byte: number) => {
    if (byte === SPACE || byte === TAB || byte === CR || byte === LF) {
      isInScalar = false;
      hasSpace = true;
      return;
    }
    // Two numbers with a space between them are invalid.
    if (hasSpace && lastByte !== LF) put(SPACE);
    hasSpace = false;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) openFrame(byte);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) closeFrame(byte);
    else if (byte === COMMA) readComma();
    else if (byte === COLON) readPunctuation(byte);
    else if (byte === QUOTE) readQuote();
    else {
      if (!isInScalar) noteToken();
      isInScalar = true;
      put(byte);
    }
  };

  const openFrame = (byte: number) => {
    noteToken();
    readPunctuation(byte);
    put(LF);
    frames.push({ isArray: byte === OPEN_BRACKET, index: 0, key: '' });
    isKeyNext = byte === OPEN_BRACE;
    if (frames.length > MAX_DEPTH) giveUp('outside');
  };

  const closeFrame = (byte: number) => {
    if (lastByte !== LF) put(LF);
    frames.pop();
    noteToken();
    readPunctuation(byte);
    isKeyNext = false;
    if (frames.length > 0) return;
    put(LF);
    state = 'after';
  };

  const readComma = () => {
    readPunctuation(COMMA);
    put(LF);
    const frame = frames.at(-1);
    if (frame?.isArray) frame.index += 1;
    else isKeyNext = true;
  };

  const readPunctuation = (byte: number) => {
    isInScalar = false;
    put(byte);
  };

  const readQuote = () => {
    isInScalar = false;
    if (isKeyNext) key = [];
    else noteToken();
    put(QUOTE);
    state = 'string';
  };

  const readString = (byte: number) => {
    put(byte);
    if (byte === LF) {
      // A JSON string cannot contain one: reading ends here.
      giveUp('line-start');
    } else if (isEscaped || byte !== QUOTE) {
      isEscaped = !isEscaped && byte === BACKSLASH;
      if (key && key.length < MAX_KEY_BYTES) key.push(byte);
    } else {
      state = 'inside';
      const frame = frames.at(-1);
      if (key && frame) frame.key = toKey(key);
      key = null;
      isKeyNext = false;
    }
  };

  const giveUp = (mode: Mode) => {
    state = mode;
    frames = [];
    isEscaped = false;
    isKeyNext = false;
    key = null;
  };

  const noteToken = () => events.token?.(unfoldedLine, place);

  const put = (byte: number) => {
    out[size] = byte;
    size += 1;
    lastByte = byte;
    if (byte === LF) unfoldedLine += 1;
  };

  return (chunk) => {
    // A brace has a line end before and after it.
    out = Buffer.allocUnsafe(chunk.length * 4);
    size = 0;
    for (const byte of chunk) take(byte);
    if (size > 0) events.bytes?.(out.subarray(0, size));
  };
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
