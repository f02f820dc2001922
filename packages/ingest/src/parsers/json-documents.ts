import type { LinePiece } from '../files/line-blocks';
import { type JsonVisitor, scanJson } from './json-scanner';

export type { JsonValue } from './json-scanner';

/** The values of JSON texts in a file, and the ends of these texts. */
interface JsonDocumentEvents extends JsonVisitor {
  /** A text is whole. */
  documentEnd(line: number): void;
  /** A line that is not JSON ends the text that was open: what follows in it cannot be read. */
  broken(line: number, bytes: Buffer): void;
}

const IGNORED: JsonDocumentEvents = {
  open: () => {},
  close: () => {},
  value: () => {},
  documentEnd: () => {},
  broken: () => {},
};

const [BRACE, BRACKET, SPACE, TAB] = [123, 91, 32, 9];
/** C++ prints numbers that JSON has no words for; a name that reads like one loses nothing but its spelling. */
const NO_NUMBER = /(:\s*)-?(?:NaN|Infinity)(?=\s*(?:[,}\]]|$))/g;

/**
 * Reads the JSON texts of a file line by line, one after the other, with other lines before and between them. Holds
 * nothing of a text but the path to where it is. Only a line that begins with `{` or `[` begins a text.
 */
export class JsonDocuments {
  readonly #events: JsonDocumentEvents;
  #scanner: ReturnType<typeof scanJson> | null = null;
  readonly #pieces = jsonPieces();
  /** The rest of a line in pieces is skipped: its text has ended, or is not JSON. */
  #isDone = false;
  #lastLine = 0;
  #isBroken = false;

  /** @param events those that are left out are ignored */
  constructor(events: Partial<JsonDocumentEvents>) {
    this.#events = { ...IGNORED, ...events };
  }

  /** True while a text is open: at the end of a file it was cut. */
  get isOpen(): boolean {
    return this.#scanner !== null;
  }

  /** The last line that was read. */
  get lastLine(): number {
    return this.#lastLine;
  }

  /** True after a line that is not JSON. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** A piece of a long line: read up to where its JSON can be cut, the rest when more is there. */
  piece(bytes: Buffer, { start, end, lineNumber, isLast }: LinePiece): void {
    this.#lastLine = lineNumber;
    if (!this.#isDone) {
      const wasOpen = this.isOpen;
      const text = this.#pieces.take(bytes.subarray(start, end), isLast);
      if (text === null) this.#break(lineNumber, bytes.subarray(start, end));
      else if (text.length > 0) this.line(text, 0, text.length, lineNumber);
      this.#isDone = text === null || (!this.isOpen && (wasOpen || text.length > 0));
    }
    if (!isLast) return;
    this.#isDone = false;
    this.#pieces.clear();
  }

  #break(lineNumber: number, bytes: Buffer): void {
    this.#scanner = null;
    this.#isBroken = true;
    this.#events.broken(lineNumber, bytes);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lastLine = lineNumber;
    if (!this.#scanner && !opensText(bytes, start, end)) return;
    this.#scanner ??= scanJson(this.#events);
    const text = bytes.toString('utf8', start, end).replaceAll('\t', ' ');
    const isJson = this.#scanner.line(text.replace(NO_NUMBER, '$1null'), lineNumber);
    if (!isJson) this.#break(lineNumber, bytes.subarray(start, end));
    else if (this.#scanner.depth === 0) this.#events.documentEnd(lineNumber);
    else return;
    this.#scanner = null;
  }
}

function opensText(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
  return bytes[at] === BRACE || bytes[at] === BRACKET;
}

/** A string of JSON is not longer than this; nothing that is measured is. */
const MAX_HELD = 2 ** 20;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];

/**
 * Cuts a long line of JSON where no token is cut: after a comma outside strings. Holds the bytes after the last such
 * comma.
 */
function jsonPieces() {
  let heldBytes: Buffer = Buffer.alloc(0);
  let inString = false;
  let escaped = false;

  const withHeld = (bytes: Buffer): Buffer => {
    const held = heldBytes;
    heldBytes = Buffer.alloc(0);
    return held.length === 0 ? bytes : Buffer.concat([held, bytes]);
  };

  /** Place after the last comma between tokens; 0 without one. */
  const lastCut = (piece: Buffer): number => {
    let cut = 0;
    let [isInString, isEscaped] = [inString, escaped];
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (isEscaped) isEscaped = false;
      else if (isInString && byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = !isInString;
      else if (byte === COMMA && !isInString) cut = at + 1;
    }
    inString = isInString;
    escaped = isEscaped;
    return cut;
  };

  return {
    /**
     * @param isLast the line ends with the piece: all of it is given
     * @returns readable bytes, in whole characters; null without a place to cut
     */
    take(piece: Buffer, isLast: boolean): Buffer | null {
      const cut = lastCut(piece);
      if (isLast) return withHeld(piece);
      if (cut > 0) {
        const whole = withHeld(piece.subarray(0, cut));
        // The caller may use the bytes again.
        heldBytes = Buffer.from(piece.subarray(cut));
        return whole;
      }
      heldBytes = Buffer.concat([heldBytes, piece]);
      return heldBytes.length > MAX_HELD ? null : Buffer.alloc(0);
    },
    /** The next piece is of another line. */
    clear(): void {
      heldBytes = Buffer.alloc(0);
      inString = false;
      escaped = false;
    },
  };
}
