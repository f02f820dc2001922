import type { LinePiece } from '../files/line-blocks';
import { type Joint, MAX_PREFIX } from './line-forms';
import { ESCAPE, trimLineEnd, withoutCodes } from './terminal-codes';
import { unwrapLine, type Wrapper } from './wrapper';

/** Who reads lines: `ParseSession` and `DetailsSession`. */
export interface LineSession<Read> {
  line(bytes: Buffer, start: number, end: number, lineNumber: number): void;
  piece?(bytes: Buffer, at: LinePiece): void;
  readonly readsValues?: boolean;
  end(): Read;
}

/** A line that was cut in several is not made longer than this. */
const MAX_JOINED = 2 ** 20;

/** A line that may go on. */
interface Held {
  bytes: Buffer;
  lineNumber: number;
  goesOn: boolean;
}

/** Gives a session the lines of a file without their wrapper, under the numbers that they have in the file. */
export class UnwrappedSession<Read> implements LineSession<Read> {
  readonly piece?: (bytes: Buffer, at: LinePiece) => void;
  readonly #session: LineSession<Read>;
  readonly #wrapper: Wrapper;
  readonly #hasJoints: boolean;
  #held: Held | null = null;
  #isInLine = false;

  constructor(session: LineSession<Read>, wrapper: Wrapper) {
    this.#session = session;
    this.#wrapper = wrapper;
    this.#hasJoints = wrapper.forms.some(({ joint }) => joint !== undefined);
    if (session.piece) this.piece = (bytes, at) => this.#piece(bytes, at);
  }

  get readsValues(): boolean {
    return this.#session.readsValues !== false;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#wrapper.hasCodes && bytes.subarray(start, end).includes(ESCAPE)) {
      const text = trimLineEnd(withoutCodes(bytes.toString('latin1', start, end)));
      const plain = Buffer.from(text, 'latin1');
      this.#bare(plain, { start: 0, end: plain.length, lineNumber });
    } else this.#bare(bytes, { start, end, lineNumber });
  }

  end(): Read {
    this.#flush();
    return this.#session.end();
  }

  #bare(bytes: Buffer, line: Omit<LinePiece, 'isLast'>): void {
    const { start, end, lineNumber } = line;
    const prefix = bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX));
    const { start: length, joint } = unwrapLine(prefix, this.#wrapper.forms);
    if (this.#hasJoints) this.#join(bytes.subarray(start + length, end), lineNumber, joint);
    else this.#session.line(bytes, start + length, end, lineNumber);
  }

  #join(text: Buffer, lineNumber: number, joint: Joint | null): void {
    const goesOn = joint === 'next';
    if (this.#held && (this.#held.goesOn || joint === 'previous') && this.#held.bytes.length < MAX_JOINED) {
      this.#held = { ...this.#held, bytes: Buffer.concat([this.#held.bytes, text]), goesOn };
      return;
    }
    this.#flush();
    this.#held = { bytes: Buffer.from(text), lineNumber, goesOn };
  }

  #flush(): void {
    const held = this.#held;
    this.#held = null;
    if (held) this.#session.line(held.bytes, 0, held.bytes.length, held.lineNumber);
  }

  /** Only a line's first piece has the wrapper. */
  #piece(bytes: Buffer, at: LinePiece): void {
    this.#flush();
    const { start, end } = at;
    const prefix = this.#isInLine ? '' : bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX));
    this.#isInLine = !at.isLast;
    const length = unwrapLine(prefix, this.#wrapper.forms).start;
    this.#session.piece?.(bytes, length > 0 ? { ...at, start: start + length } : at);
  }
}
