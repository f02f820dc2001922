/** The part of a line that is secret: from `start` up to `end`. */
export interface SecretSpan {
  start: number;
  end: number;
  /** The placeholder gets quotes: a number in JSON becomes a string. */
  asString?: boolean;
}

/**
 * One form in which a secret is written.
 *
 * `head` finds what stands before the secret; `read` says how far the secret goes. A rule without `read` is for values
 * that are known by themselves: the whole match is the secret, or its group `secret`.
 *
 * A pattern must be linear on any line: no two unbounded quantifiers that can take the same characters.
 */
export interface MaskRule {
  /** Stable; printed by `basecase mask`. */
  name: string;
  /** A line that holds the secret `S3cr3t`, or the secret between « and ». */
  example: string;
  /** With the flags `g`, or `gi`. */
  head: RegExp;
  /** @returns null when no secret follows the head; several for a command with several options */
  read?: (line: string, match: RegExpExecArray) => SecretSpan | readonly SecretSpan[] | null;
}

/** Stands in place of a secret. Fixed, so that masking what is masked changes nothing. */
export const PLACEHOLDER = '***';

/** `\"`: the quote of a string inside a string. */
const QUOTED = /(\\{0,3})(["'`])/y;
/** What a shell runs in its place, `$(echo a)`, belongs to it. A word ends where the next setting of a list begins: `a;port=1`, `a&user=b`, `a,user=b`. */
const WORD = /(?:\$\([^()]{0,300}\)|\\.|(?![;&,][\w.-]{1,40}=)[^\s\\])+/y;
/** A closing mark around a word, which is not part of it. */
const CLOSING = ',;)]}"\'`>\\';

/** Options of a value. */
interface ValueForm {
  /** The quotes go too: `--password="a b"` becomes `--password=***`. */
  withQuotes?: boolean;
  /** An unquoted value ends with the line, as in a file of settings. */
  toLineEnd?: boolean;
}

/**
 * The value that begins at `at`: a quoted string (also inside a string, and one that is not closed, which goes to the
 * end of the line) or a word.
 *
 * @returns null when there is none
 */
export function readValue(line: string, at: number, form: ValueForm = {}): SecretSpan | null {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(line);
  if (quoted) return readQuoted(line, at, { mark: quoted[0], quote: quoted[2] ?? '', ...form });
  if (line.startsWith("$'", at)) return readQuoted(line, at + 1, { mark: "'", quote: "'", ...form });
  if (line.startsWith('$$', at)) {
    const close = line.indexOf('$$', at + 2);
    return span(at + 2, close < 0 ? line.length : close);
  }
  return form.toLineEnd ? readToEnd(line, at) : readWord(line, at);
}

function readQuoted(
  line: string,
  at: number,
  { mark, quote, withQuotes }: ValueForm & { mark: string; quote: string },
): SecretSpan | null {
  const start = at + mark.length;
  const close = findClose(line, start, mark);
  if (close === null) return span(withQuotes ? at : start, line.length);
  if (close === start) return null;
  // `"a"b` of a shell continues.
  const isWhole = withQuotes && mark === quote && !isInside(line, at);
  return isWhole ? span(at, close + mark.length) : span(start, close);
}

/** Where a string ends that was opened by `mark`: the same mark that is not escaped, nor doubled (SQL). */
function findClose(line: string, start: number, mark: string): number | null {
  const quote = mark.at(-1) ?? '';
  for (let at = start; at < line.length; at += 1) {
    if (mark.length === 1 && line[at] === '\\') {
      at += 1;
      continue;
    }
    if (!line.startsWith(mark, at)) continue;
    if (mark.length === 1 && quote === "'" && line[at + 1] === quote && at > start) {
      at += 1;
      continue;
    }
    return at;
  }
  return null;
}

/** A word as shells take it. One that began inside a string ends with the string. */
export function readWord(line: string, at: number): SecretSpan | null {
  WORD.lastIndex = at;
  const word = WORD.exec(line)?.[0];
  if (!word) return null;
  const inString = isInside(line, at) ? word.search(/\\?"/) : -1;
  return trimmed(at, inString < 0 ? word : word.slice(0, inString));
}

function readToEnd(line: string, at: number): SecretSpan | null {
  const rest = line.slice(at);
  const inString = isInside(line, at) ? rest.search(/\\?"/) : -1;
  const comment = /\s[#;]/.exec(rest)?.index ?? -1;
  const ends = [inString, comment].filter((end) => end >= 0);
  return trimmed(at, rest.slice(0, Math.min(rest.length, ...ends)).trimEnd());
}

/** Without what closes something around it. A secret may end like that too: what is left of it is punctuation. */
function trimmed(at: number, word: string): SecretSpan | null {
  let length = word.length;
  while (length > 0 && CLOSING.includes(word[length - 1] ?? '')) length -= 1;
  return span(at, at + length);
}

function span(start: number, end: number): SecretSpan | null {
  return end > start ? { start, end } : null;
}

/** The last line that was asked about: its quotes are counted once, however many rules ask. */
const counted = { line: '', next: -1, last: 0, inside: false };

/** True between an odd and an even `"` of the line. Asked from left to right it looks at each character once. */
function isInside(line: string, at: number): boolean {
  if (counted.line !== line || counted.last > at) {
    Object.assign(counted, { line, next: line.indexOf('"'), inside: false });
  }
  counted.last = at;
  while (counted.next >= 0 && counted.next < at) {
    if (line[counted.next - 1] !== '\\') counted.inside = !counted.inside;
    counted.next = line.indexOf('"', counted.next + 1);
  }
  return counted.inside;
}
