import { endOfForms } from '../wrapping/end-of-forms';
import { CODES } from '../wrapping/terminal-codes';

/** A line as people read it, and the positions of its characters in the line. */
export interface PlainView {
  text: string;
  /** Offset in the line of the character at this offset of the text. */
  at(offset: number): number;
  /** The same for the end of a span: behind its last character. */
  endAt(offset: number): number;
}

/** Colours and other orders to a terminal, and ASCII that JSON wrote as `\u0070`. */
const HIDDEN = new RegExp(String.raw`${CODES.source}|\\u00([0-7][0-9a-fA-F])`, 'g');

/** Looks through what would hide a secret from the rules: escape sequences within words. */
export function plainView(line: string): PlainView {
  if (!line.includes('\u001b') && !line.includes('\\u00')) {
    return { text: line, at: (offset) => offset, endAt: (offset) => offset };
  }
  const pieces: string[] = [];
  const offsets: number[] = [];
  let kept = 0;
  const keep = (end: number) => {
    pieces.push(line.slice(kept, end));
    for (let at = kept; at < end; at += 1) offsets.push(at);
  };
  for (const match of line.matchAll(HIDDEN)) {
    keep(match.index);
    const code = match[1] === undefined ? 0 : Number.parseInt(match[1], 16);
    if (code >= 32) {
      // A quote that is written so is part of the string, as an escaped one is.
      pieces.push(code === 34 ? "'" : String.fromCharCode(code));
      offsets.push(match.index);
    }
    kept = match.index + match[0].length;
  }
  keep(line.length);
  offsets.push(line.length);
  const lengthAt = (offset: number) => offsets[offset] ?? line.length;
  return {
    text: pieces.join(''),
    at: lengthAt,
    endAt: (offset) => {
      const last = lengthAt(offset - 1);
      const next = lengthAt(offset);
      // An escaped character is longer than one; terminal codes after the secret stay.
      return line.startsWith('\\u00', last) && next - last >= 6 ? last + 6 : last + 1;
    },
  };
}

/** A line, and what a CI, a container or a terminal put around it: `12:00:01 password: x` in colours is a line of a file of settings. */
export interface BareLine {
  before: string;
  bare: string;
  after: string;
}

/** The three together are the line. */
export function bareLine(line: string): BareLine {
  const view = plainView(line);
  const start = view.at(endOfForms(view.text));
  const end = Math.max(start, view.endAt(view.text.length));
  return { before: line.slice(0, start), bare: line.slice(start, end), after: line.slice(end) };
}
