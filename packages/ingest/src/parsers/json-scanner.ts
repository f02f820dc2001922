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
export function scanJson(visitor: JsonVisitor) {
  /** Names of the containers, then the key whose value comes next. */
  const keys: string[] = [];
  const arrays: boolean[] = [];
  let next: State = 'value';
  /** A value is emitted once the next character shows that it is whole: `10126,5` is not a number, nor is `0` in `0x1`. */
  let heldValue: { value: JsonValue; line: number } | null = null;
  /** The last key of the path is that of the value before a comma. */
  let isKeyOld = false;

  const takePunctuation = (mark: string, line: number): boolean => {
    if (mark === '{' || mark === '[') return openContainer(mark === '[', line);
    if (mark === '}' || mark === ']') return closeContainer(mark === ']', line);
    const expected: State = mark === ':' ? 'colon' : 'next';
    if (next !== expected) return false;
    const isKeyNext = mark === ',' && arrays.at(-1) === false;
    if (isKeyNext) isKeyOld = true;
    else tell();
    next = isKeyNext ? 'key' : 'value';
    return true;
  };

  const openContainer = (isArray: boolean, line: number): boolean => {
    if (next !== 'value' || arrays.length >= MAX_DEPTH) return false;
    visitor.open(keys, line);
    arrays.push(isArray);
    if (isArray) keys.push('#');
    next = isArray ? 'value' : 'key';
    return true;
  };

  const closeContainer = (isArray: boolean, line: number): boolean => {
    const isEmptyObject = !isArray && next === 'key' && !isKeyOld;
    const isWhole = next === 'next' || isEmptyObject || isKeyOld || (isArray && next === 'value');
    if (!isWhole || arrays.at(-1) !== isArray) return false;
    tell();
    isKeyOld = false;
    if (!isEmptyObject) keys.pop();
    arrays.pop();
    next = 'next';
    visitor.close(keys, line);
    return true;
  };

  const takeString = (string: string, line: number): boolean => {
    if (next === 'key') {
      tell();
      if (isKeyOld) keys.pop();
      isKeyOld = false;
      keys.push(string);
      next = 'colon';
      return true;
    }
    return emit(string, line);
  };

  const takeScalar = (number: string | undefined, word: string | undefined, line: number): boolean => {
    if (number !== undefined) {
      const value = Number(number);
      return emit(Number.isFinite(value) ? value : null, line);
    }
    return emit(word === 'true' || word === 'false' ? word === 'true' : null, line);
  };

  const emit = (value: JsonValue, line: number): boolean => {
    if (next !== 'value') return false;
    heldValue = { value, line };
    next = 'next';
    return true;
  };

  const tell = () => {
    const held = heldValue;
    heldValue = null;
    if (held) visitor.value(keys, held.value, held.line);
  };

  return {
    get depth(): number {
      return arrays.length;
    },
    /** @returns false when the text is no JSON: the rest of it cannot be read */
    line(text: string, line: number): boolean {
      let at = 0;
      while (at < text.length) {
        TOKEN.lastIndex = at;
        const found = TOKEN.exec(text);
        if (!found) {
          const string = readEscaped(text, at);
          if (string === null || !takeString(string.value, line)) return false;
          at = string.end;
          continue;
        }
        at = TOKEN.lastIndex;
        const [, punctuation, string, number, word] = found;
        if (punctuation !== undefined) {
          if (!takePunctuation(punctuation, line)) return false;
          if (arrays.length === 0) return true;
        } else if (string !== undefined) {
          if (!takeString(string, line)) return false;
        } else if (number !== undefined || word !== undefined) {
          if (!takeScalar(number, word, line)) return false;
        }
      }
      return true;
    },
  };
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
