export type JsonValue = string | number | boolean | null;

/** The values of a JSON text, in order. `path` is reused: copy it to keep it. `#` is an array element. */
export interface JsonVisitor {
  value(path: readonly string[], value: JsonValue, line: number): void;
  open(path: readonly string[], line: number): void;
  close(path: readonly string[], line: number): void;
}

/** fio's JSON is seven levels deep. */
const MAX_DEPTH = 32;
const TOKEN = /\s*(?:([{}[\],:])|"([^"\\]*)"|(-?[\d.]+(?:[eE][+-]?\d+)?)|([a-z-]+))|\s+$/y;

type State = 'value' | 'key' | 'colon' | 'next';

/**
 * Reads JSON line by line and holds nothing of it but the path to where it is, so that a log of any size can be read
 * and every value knows its line. `nan` and other words that are no JSON are null: old fio prints them.
 */
export class JsonScanner {
  readonly #visitor: JsonVisitor;
  /** Names of the containers, then the key whose value comes next. */
  readonly #path: string[] = [];
  readonly #isArray: boolean[] = [];
  #state: State = 'value';
  /** A value is emitted once the next character shows that it is whole: `10126,5` is not a number, nor is `0` in `0x1`. */
  #held: { value: JsonValue; line: number } | null = null;
  /** The last key of the path is that of the value before a comma. */
  #isKeyOld = false;

  constructor(visitor: JsonVisitor) {
    this.#visitor = visitor;
  }

  get depth(): number {
    return this.#isArray.length;
  }

  /** @returns false when the text is no JSON: the rest of it cannot be read */
  line(text: string, line: number): boolean {
    let at = 0;
    while (at < text.length) {
      TOKEN.lastIndex = at;
      const found = TOKEN.exec(text);
      if (!found) {
        const string = readEscaped(text, at);
        if (string === null || !this.#string(string.value, line)) return false;
        at = string.end;
        continue;
      }
      at = TOKEN.lastIndex;
      const [, punctuation, string, number, word] = found;
      if (punctuation !== undefined) {
        if (!this.#punctuation(punctuation, line)) return false;
        if (this.depth === 0) return true;
      } else if (string !== undefined) {
        if (!this.#string(string, line)) return false;
      } else if (number !== undefined || word !== undefined) {
        if (!this.#scalar(number, word, line)) return false;
      }
    }
    return true;
  }

  #punctuation(mark: string, line: number): boolean {
    if (mark === '{' || mark === '[') return this.#open(mark === '[', line);
    if (mark === '}' || mark === ']') return this.#close(mark === ']', line);
    const expected: State = mark === ':' ? 'colon' : 'next';
    if (this.#state !== expected) return false;
    const isKeyNext = mark === ',' && this.#isArray.at(-1) === false;
    if (isKeyNext) this.#isKeyOld = true;
    else this.#tell();
    this.#state = isKeyNext ? 'key' : 'value';
    return true;
  }

  #open(isArray: boolean, line: number): boolean {
    if (this.#state !== 'value' || this.depth >= MAX_DEPTH) return false;
    this.#visitor.open(this.#path, line);
    this.#isArray.push(isArray);
    if (isArray) this.#path.push('#');
    this.#state = isArray ? 'value' : 'key';
    return true;
  }

  #close(isArray: boolean, line: number): boolean {
    const isEmptyObject = !isArray && this.#state === 'key' && !this.#isKeyOld;
    const isWhole =
      this.#state === 'next' || isEmptyObject || this.#isKeyOld || (isArray && this.#state === 'value');
    if (!isWhole || this.#isArray.at(-1) !== isArray) return false;
    this.#tell();
    this.#isKeyOld = false;
    if (!isEmptyObject) this.#path.pop();
    this.#isArray.pop();
    this.#state = 'next';
    this.#visitor.close(this.#path, line);
    return true;
  }

  #string(string: string, line: number): boolean {
    if (this.#state === 'key') {
      this.#tell();
      if (this.#isKeyOld) this.#path.pop();
      this.#isKeyOld = false;
      this.#path.push(string);
      this.#state = 'colon';
      return true;
    }
    return this.#emit(string, line);
  }

  #scalar(number: string | undefined, word: string | undefined, line: number): boolean {
    if (number !== undefined) {
      const value = Number(number);
      return this.#emit(Number.isFinite(value) ? value : null, line);
    }
    return this.#emit(word === 'true' || word === 'false' ? word === 'true' : null, line);
  }

  #emit(value: JsonValue, line: number): boolean {
    if (this.#state !== 'value') return false;
    this.#held = { value, line };
    this.#state = 'next';
    return true;
  }

  #tell(): void {
    const held = this.#held;
    this.#held = null;
    if (held) this.#visitor.value(this.#path, held.value, held.line);
  }
}

/** A string that holds escapes: up to the first quote without a backslash before it. */
function readEscaped(text: string, from: number): { value: string; end: number } | null {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] !== '"') return null;
  const start = at + 1;
  for (at = start; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
  if (at >= text.length) return null;
  return { value: withoutEscapes(text.slice(start, at)), end: at + 1 };
}

function withoutEscapes(inner: string): string {
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    // Windows paths that fio prints as they are.
    return inner.replaceAll(/\\(.)/g, '$1');
  }
}
