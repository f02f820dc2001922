/** A value of Python as JavaScript has it; `nan` and `inf` are those numbers. */
export type PythonValue = null | boolean | number | string | PythonValue[] | { [key: string]: PythonValue };

/** Dicts of results are three deep. */
const MAX_DEPTH = 16;
const NUMBER = /-?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)/y;
const WORD = /[A-Za-z]+/y;
const SPACES = /\s*/y;
const WORDS: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
]);
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Thrown within this file only: what was read so far is of no use. */
class NoLiteral extends Error {}

/**
 * Reads a literal of Python, as `print(results)` writes a dict: strings in either quotes, numbers, True, False, None,
 * lists, tuples and dicts. Nothing is evaluated.
 *
 * @returns null where the text is not a literal, is nested too deeply, or continues after it
 */
export function parsePythonLiteral(text: string): { value: PythonValue } | null {
  try {
    const reader = new LiteralReader(text);
    const value = reader.value(0);
    return reader.isAtEnd() ? { value } : null;
  } catch (error) {
    if (error instanceof NoLiteral) return null;
    throw error;
  }
}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): PythonValue {
    this.#match(SPACES);
    const first = this.#text[this.#at] ?? '';
    if (depth > MAX_DEPTH) throw new NoLiteral();
    if (first === '{') return this.#dict(depth);
    if (first === '[' || first === '(') return this.#list(first, depth);
    if (/^u?['"]/.test(this.#text.slice(this.#at, this.#at + 2))) return this.#string();
    const number = this.#match(NUMBER);
    if (number !== null) return this.#endOfNumber(number);
    const word = this.#match(WORD) ?? '';
    const value = WORDS.get(word);
    if (value === undefined) throw new NoLiteral();
    return value;
  }

  isAtEnd(): boolean {
    this.#match(SPACES);
    return this.#at === this.#text.length;
  }

  /** `1.2.3` and `12k` are not numbers. */
  #endOfNumber(text: string): number {
    if (/[\w.]/.test(this.#text[this.#at] ?? '')) throw new NoLiteral();
    return Number(text);
  }

  #dict(depth: number): PythonValue {
    const entries: [string, PythonValue][] = [];
    this.#items('{', () => {
      const key = this.value(depth + 1);
      this.#expect(':');
      entries.push([String(key), this.value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  #list(open: string, depth: number): PythonValue {
    const items: PythonValue[] = [];
    this.#items(open, () => items.push(this.value(depth + 1)));
    return items;
  }

  #items(open: string, readItem: () => void): void {
    const close = CLOSING[open] ?? '';
    this.#expect(open);
    while (!this.#skip(close)) {
      readItem();
      if (!this.#skip(',')) {
        this.#expect(close);
        return;
      }
    }
  }

  #string(): string {
    if (this.#text[this.#at] === 'u') this.#at += 1;
    const quote = this.#text[this.#at] ?? '';
    let value = '';
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const character = this.#text[at] ?? '';
      if (character === quote) {
        this.#at = at + 1;
        return value;
      }
      if (character === '\\') at += 1;
      value += this.#text[at] ?? '';
    }
    throw new NoLiteral();
  }

  #expect(character: string): void {
    if (!this.#skip(character)) throw new NoLiteral();
  }

  #skip(character: string): boolean {
    this.#match(SPACES);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found = null] = pattern.exec(this.#text) ?? [];
    if (found !== null) this.#at += found.length;
    return found;
  }
}
