import { endOfForms } from '../wrapping/end-of-forms';
import { argumentLists } from './argument-lists';
import { CUT_KEY, hideKeyLine, isKeyMaterial, type OpenSecret, openedBy } from './multi-line';
import { findSuspiciousLines } from './needles';
import { bareLine, plainView } from './plain-view';
import { type MaskRule, PLACEHOLDER, type SecretSpan } from './rule';
import { RULES } from './rules/rules';

/** Of a line that ends a key, and of one within it: a prefix of a CI and 64 to 76 characters. */
const MAX_KEY_LINE = 800;

/**
 * Lines above the end of a private key whose beginning is not there: the file was cut. They are looked for within the
 * block, which is longer than any key.
 *
 * @param starts of lines that may hold a secret
 * @returns where the lines begin, in order
 */
function findCutKeys(block: Buffer, starts: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (const start of starts) {
    const newline = block.indexOf(NEWLINE, start);
    const end = Math.min(newline < 0 ? block.length : newline, start + MAX_KEY_LINE);
    if (CUT_KEY.test(bareLine(block.toString('latin1', start, end)).bare)) addAbove(block, start, found);
  }
  return new Set([...found].sort((a, b) => a - b));
}

function addAbove(block: Buffer, start: number, found: Set<number>): void {
  let end = start - 1;
  while (end > 0) {
    const above = block.lastIndexOf(NEWLINE, end - 1) + 1;
    if (end - above > MAX_KEY_LINE || !isKeyMaterial(bareLine(block.toString('latin1', above, end)).bare))
      return;
    found.add(above);
    end = above - 1;
  }
}

const NEWLINE = 10;

/** A secret, only for the preview of masking before sending. */
export interface SecretFound {
  /** Name of the rule. */
  rule: string;
  /** 1-based. */
  line: number;
  secret: string;
}

/** Told of each secret that is hidden. */
export type OnSecret = (found: SecretFound) => void;

/** Of an overlong line, what stays back until more of it has come: a secret, and what stands before it, is shorter. */
export const OVERLAP = 4096;
/** The text before a secret that marks it. */
const HEAD = 512;
/** Bytes of an overlong line that are searched at once: where nothing can be a secret, no rule is tried. */
const STEP = 16_384;

const mayHoldSecrets = (text: string) => findSuspiciousLines(Buffer.from(text, 'latin1')).length > 0;

/**
 * Masks secrets in the bytes of one file as they go by. Lines keep their number; a line without a secret keeps its
 * bytes. Text is taken byte by byte (Latin-1), so any encoding that contains ASCII passes unharmed.
 */
export class SecretMasker {
  readonly #onSecret: OnSecret | null;
  #line = 1;
  #open: OpenSecret | null = null;
  /** The part of an overlong line that was not handed on yet. */
  #held = '';
  /** The overlong line is within a secret that has no end so far. */
  #isInSecret = false;

  constructor(onSecret: OnSecret | null = null) {
    this.#onSecret = onSecret;
  }

  /**
   * The same block with secrets masked: the block itself when it holds none, which is nearly always.
   *
   * @param block whole lines; the last one of a file may lack its line end
   * @param starts of lines that may hold a secret, where they were looked for before
   */
  mask(block: Buffer, starts: readonly number[] = findSuspiciousLines(block)): Buffer {
    const firstLine = this.#line;
    if (this.#onSecret) this.#line += count(block, NEWLINE);
    if (starts.length === 0 && this.#open === null) return block;
    const keyLines = findCutKeys(block, starts);
    const pieces: Buffer[] = [];
    let kept = 0;
    let next = 0;
    let at = 0;
    while (at < block.length) {
      if (this.#open === null) {
        while (next < starts.length && (starts[next] ?? 0) < at) next += 1;
        at = Math.min(
          starts[next] ?? block.length,
          [...keyLines].find((start) => start >= at) ?? block.length,
        );
        if (at >= block.length) break;
      }
      const newline = block.indexOf(NEWLINE, at);
      const end = newline < 0 ? block.length : newline;
      const line = block.toString('latin1', at, end);
      const number = () => firstLine + count(block.subarray(0, at), NEWLINE);
      const masked = keyLines.has(at) ? hideKeyLine(line) : this.#maskLine(line, number);
      if (masked !== line) {
        pieces.push(block.subarray(kept, at), Buffer.from(masked, 'latin1'));
        kept = end;
      }
      at = end + 1;
    }
    if (pieces.length === 0) return block;
    pieces.push(block.subarray(kept));
    return Buffer.concat(pieces);
  }

  /**
   * The same for a piece of a line that is too long to be held. Output may lag behind input.
   *
   * @param isLast the piece ends with the line
   */
  maskPiece(piece: Buffer, isLast: boolean): Buffer {
    const masked: Buffer[] = [];
    let at = 0;
    for (; at + STEP < piece.length; at += STEP)
      masked.push(this.#maskStep(piece.subarray(at, at + STEP), false));
    return Buffer.concat([...masked, this.#maskStep(piece.subarray(at), isLast)]);
  }

  #maskStep(piece: Buffer, isLast: boolean): Buffer {
    let text = this.#held + piece.toString('latin1');
    let before = '';
    if (this.#isInSecret) {
      const end = text.search(/[\s"']/);
      if (end < 0 && !isLast) return Buffer.alloc(0);
      this.#isInSecret = false;
      text = end < 0 ? '' : text.slice(end);
    }
    if (isLast) {
      this.#held = '';
      const line = before + this.#maskFound(text);
      if (text.endsWith('\n')) this.#line += 1;
      return Buffer.from(line, 'latin1');
    }
    const cut = this.#cutOf(text);
    this.#held = text.slice(cut);
    before = this.#maskFound(text.slice(0, cut));
    return Buffer.from(before, 'latin1');
  }

  /** Where the text can be cut so that neither a secret nor what announces it is cut. */
  #cutOf(text: string): number {
    const wanted = text.length - OVERLAP;
    if (wanted <= 0) return 0;
    if (!mayHoldSecrets(text)) return wanted;
    let previousEnd = 0;
    for (const { start, end } of findSecrets(text)) {
      if (end <= wanted) {
        previousEnd = end;
        continue;
      }
      if (start >= wanted + HEAD) break;
      if (end < text.length) return end;
      const cut = Math.max(previousEnd, start - HEAD);
      if (cut > 0) return cut;
      // It starts at the beginning, and its end is not in sight.
      this.#isInSecret = true;
      return text.length;
    }
    return wanted;
  }

  #maskFound(text: string): string {
    if (!mayHoldSecrets(text)) return text;
    if (this.#onSecret) this.#tell(findSecrets(text), text, () => this.#line);
    return maskLine(text);
  }

  #maskLine(line: string, number: () => number): string {
    if (this.#open) {
      const { before, bare, after } = bareLine(line);
      const step = this.#open.next(bare);
      if (step) {
        if (step.masked !== bare)
          this.#onSecret?.({ rule: this.#open.rule, line: number(), secret: bare.trim() });
        // Within a block, and after the end of a secret, a line may hold further ones.
        const masked = maskLine(step.masked);
        this.#open = step.open ?? openedBy(step.masked, masked);
        return before + masked + after;
      }
      this.#open = null;
    }
    const text = maskStrings(line);
    if (text !== line) this.#onSecret?.({ rule: 'text-in-json', line: number(), secret: line.trim() });
    const found = findSecrets(text);
    if (this.#onSecret) this.#tell(found, text, number);
    const masked = found.length > 0 ? maskLine(hide(text, found)) : text;
    this.#open = openedBy(bareLine(text).bare, bareLine(masked).bare);
    return masked;
  }

  #tell(found: ReturnType<typeof findSecrets>, line: string, number: () => number): void {
    for (const { rule, start, end } of found)
      this.#onSecret?.({ rule, line: number(), secret: line.slice(start, end) });
  }
}

function count(bytes: Buffer, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found += 1;
  return found;
}

/** A string of JSON that holds a text of several lines: `"notes": "a\\npassword: x"`. */
const TEXT_IN_JSON = /"(?:[^"\\]|\\.)*"/g;

/** The content of such a string is a text like any other. */
function maskStrings(line: string): string {
  if (!line.includes('\\n') && !line.includes('\\r')) return line;
  return line.replace(TEXT_IN_JSON, (string) => {
    if (!/\\[nr]/.test(string)) return string;
    const text = toText(string);
    const masked = text === null ? null : maskText(text);
    return masked === null || masked === text ? string : JSON.stringify(masked);
  });
}

/** Null when it is none of JSON. */
function toText(string: string): string | null {
  try {
    return String(JSON.parse(string));
  } catch {
    // Other quoted text is searched unchanged.
    return null;
  }
}

/** A text of one or more lines with its secrets masked: names of files, messages, notes. */
export function maskText(text: string): string {
  if (text === '') return text;
  const masker = new SecretMasker();
  // Lines are read as Latin-1: one character per byte.
  return masker.mask(Buffer.from(text, 'utf8')).toString('utf8');
}

/** Suffixes by which a file is known; a secret does not reach into them. */
const SUFFIX = /(?:\.(?:tar|tgz|tzst|txz|gz|zst|xz|json|txt|log|csv|cnf|conf|html|svg))+$/i;

/** A path within an upload, or its name, with secrets in the names of files and folders masked. */
export function maskPath(path: string): string {
  return path.split('/').map(maskName).join('/');
}

function maskName(name: string): string {
  const suffix = SUFFIX.exec(name)?.[0] ?? '';
  const masked = maskText(name.slice(0, name.length - suffix.length));
  // A name made of a placeholder alone keeps being one.
  return (masked === '' ? '' : masked) + suffix;
}

/** Values within data that was read from a file: `{"notes": "p\u0061ssword=x"}`. */
export function maskValues<T>(value: T): T {
  if (typeof value === 'string') return maskText(value) as T;
  if (Array.isArray(value)) return value.map(maskValues) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, maskValues(entry)])) as T;
}

/** A secret that was found in a line. */
interface FoundSecret extends SecretSpan {
  /** Name of the rule. */
  rule: string;
}

/** A rule may hide text that another one needs: masked text is searched again, this often at most. */
const MAX_ROUNDS = 4;

/** Secrets of one line, in order, without overlaps. Offsets are those of the line as it is. */
export function findSecrets(line: string, rules: readonly MaskRule[] = RULES): FoundSecret[] {
  const view = plainView(line);
  const start = endOfForms(view.text);
  const found = find(view.text, rules);
  // Some rules ask for the beginning of a line.
  if (start > 0) found.push(...find(view.text.slice(start), rules).map((secret) => moved(secret, start)));
  for (const list of argumentLists(view.text))
    for (const secret of find(list.text, rules))
      found.push({ ...secret, start: list.at(secret.start), end: list.endAt(secret.end) });
  const all = found.map((secret) => ({
    ...secret,
    start: view.at(secret.start),
    end: view.endAt(secret.end),
  }));
  return joined(all, line);
}

const moved = (secret: FoundSecret, by: number): FoundSecret => ({
  ...secret,
  start: secret.start + by,
  end: secret.end + by,
});

function find(text: string, rules: readonly MaskRule[]): FoundSecret[] {
  const all: FoundSecret[] = [];
  for (const rule of rules) {
    rule.head.lastIndex = 0;
    for (let match = rule.head.exec(text); match; match = rule.head.exec(text)) {
      if (match[0] === '') rule.head.lastIndex += 1;
      const read = rule.read ? rule.read(text, match) : wholeOrGroup(match);
      const spans = read === null ? [] : [read].flat();
      for (const span of spans) {
        // Text inside a value is not the name of another one.
        rule.head.lastIndex = Math.max(rule.head.lastIndex, span.end);
        all.push({ ...span, rule: rule.name });
      }
    }
  }
  return all;
}

function wholeOrGroup(match: RegExpExecArray): SecretSpan {
  const secret = match.groups?.['secret'];
  if (secret === undefined) return { start: match.index, end: match.index + match[0].length };
  const start = match.index + match[0].lastIndexOf(secret);
  return { start, end: start + secret.length };
}

/** Overlapping ones are one secret, of the rule that found the first. Masked text is not a secret. */
function joined(all: FoundSecret[], line: string): FoundSecret[] {
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const result: FoundSecret[] = [];
  for (const found of all) {
    const last = result.at(-1);
    if (last && found.start < last.end) last.end = Math.max(last.end, found.end);
    else result.push({ ...found });
  }
  return result.filter(({ start, end }) => line.slice(start, end) !== PLACEHOLDER);
}

/** One line with its secrets replaced by `***`. */
export function maskLine(line: string): string {
  let masked = line;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = findSecrets(masked);
    if (found.length === 0) return masked;
    masked = hide(masked, found);
  }
  return masked;
}

function hide(line: string, found: readonly SecretSpan[]): string {
  let kept = 0;
  let masked = '';
  for (const { start, end, asString } of found) {
    masked += line.slice(kept, start) + (asString ? `"${PLACEHOLDER}"` : PLACEHOLDER);
    kept = end;
  }
  return masked + line.slice(kept);
}
