import { CARRIAGE_RETURN, type LinePiece } from '../files/line-blocks';
import { type Joint, MAX_PREFIX } from './line-forms';
import { ESCAPE, trimLineEnd, withoutCodes } from './terminal-codes';
import { quotedText, unwrapLine, type Wrapper } from './wrapper';

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

/**
 * Gives a session what a terminal shows of lines with carriage returns: tools write their progress, and over it. Where `hasMessages`,
 * each part is a line.
 */
export function withoutOverwritten<Read>(session: LineSession<Read>, hasMessages = false): LineSession<Read> {
  const line: LineSession<Read>['line'] = (bytes, start, end, lineNumber) => {
    let from = start;
    // The last text counts.
    for (let at = nextReturn(bytes, from, end); at < end; at = nextReturn(bytes, from, end)) {
      if (hasMessages && at > from) session.line(bytes, from, at, lineNumber);
      from = at + 1;
    }
    if (from < end || from === start) session.line(bytes, from, end, lineNumber);
  };
  return {
    line,
    ...(session.piece && { piece: (bytes, at) => session.piece?.(bytes, at) }),
    get readsValues() {
      return session.readsValues !== false;
    },
    end: () => session.end(),
  };
}

/** @returns `end` where there is none */
function nextReturn(bytes: Buffer, start: number, end: number): number {
  const found = bytes.subarray(start, end).indexOf(CARRIAGE_RETURN);
  return found < 0 ? end : start + found;
}

/** Gives a session the lines of a file without their wrapper, under the numbers that they have in the file. */
export function unwrapLines<Read>(session: LineSession<Read>, wrapper: Wrapper): LineSession<Read> {
  const hasJoints = wrapper.forms.some(({ joint }) => joint !== undefined);
  let open: Held | null = null;
  let isInLine = false;

  const readBare = (bytes: Buffer, line: Omit<LinePiece, 'isLast'>) => {
    const { start, end, lineNumber } = line;
    const prefix = bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX));
    const { start: length, joint } = unwrapLine(prefix, wrapper.forms);
    if (hasJoints) join(bytes.subarray(start + length, end), lineNumber, joint);
    else session.line(bytes, start + length, end, lineNumber);
  };

  const join = (text: Buffer, lineNumber: number, joint: Joint | null) => {
    const goesOn = joint === 'next';
    if (open && (open.goesOn || joint === 'previous') && open.bytes.length < MAX_JOINED) {
      open = { ...open, bytes: Buffer.concat([open.bytes, text]), goesOn };
      return;
    }
    flush();
    open = { bytes: Buffer.from(text), lineNumber, goesOn };
  };

  const flush = () => {
    const held = open;
    open = null;
    if (held) session.line(held.bytes, 0, held.bytes.length, held.lineNumber);
  };

  /** Only a line's first piece has the wrapper. */
  const readPiece = (bytes: Buffer, at: LinePiece) => {
    flush();
    const { start, end } = at;
    const prefix = isInLine ? '' : bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX));
    isInLine = !at.isLast;
    const length = unwrapLine(prefix, wrapper.forms).start;
    session.piece?.(bytes, length > 0 ? { ...at, start: start + length } : at);
  };

  /** A line without codes, and out of its quotes. */
  const bareText = (line: string): string => {
    const text = wrapper.hasCodes ? withoutCodes(line) : line;
    if (!wrapper.isQuoted) return trimLineEnd(text);
    return trimLineEnd(quotedText(text.slice(unwrapLine(text, wrapper.forms).start)) ?? '');
  };

  return {
    ...(session.piece && { piece: readPiece }),
    get readsValues() {
      return session.readsValues !== false;
    },
    line(bytes, start, end, lineNumber) {
      if (wrapper.isQuoted || (wrapper.hasCodes && bytes.subarray(start, end).includes(ESCAPE))) {
        const text = bytes.toString('latin1', start, end);
        const plain = Buffer.from(bareText(text), 'latin1');
        if (wrapper.isQuoted) session.line(plain, 0, plain.length, lineNumber);
        else readBare(plain, { start: 0, end: plain.length, lineNumber });
      } else readBare(bytes, { start, end, lineNumber });
    },
    end() {
      flush();
      return session.end();
    },
  };
}
