/** A value of Python as JavaScript has it; `nan` and `inf` are those numbers. */
export type PythonValue = null | boolean | number | string | PythonValue[] | { [key: string]: PythonValue };

/** A comma that ends its list, a string in either quotes, a number, a word or a mark; with the colon after a key. */
const TOKEN =
  /(?:,\s*(?=[)\]}])|u?(?<quote>['"])(?<string>(?:(?!\k<quote>)[^\\]|\\.)*)\k<quote>|(?<number>(?:-?\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])|(?<word>\w+)|(?<mark>\S))(?<colon>\s*:)?/gs;

/** JSON has no such number: it is passed on as a string that Python does not write. */
const NAN = '\0nan';

const IN_JSON: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['nan', JSON.stringify(NAN)],
  ['inf', '1e999'],
  ['(', '['],
  [')', ']'],
]);

/**
 * Reads a literal of Python, as `print(results)` writes a dict: strings in either quotes, numbers, True, False, None,
 * lists, tuples and dicts. Nothing is evaluated: the literal is written as JSON.
 *
 * @returns null where the text is not a literal, or continues after it
 */
export function parsePythonLiteral(text: string): { value: PythonValue } | null {
  try {
    const json = text.replace(TOKEN, (...found) => toJson(found.at(-1)));
    return { value: JSON.parse(json, (_key, value) => (value === NAN ? Number.NaN : value)) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A word that Python has not becomes a mark that JSON has not. */
function toJson({ string, number, word, mark = '', colon = '' }: Record<string, string | undefined>): string {
  const value = string?.replace(/\\(.)/gs, '$1') ?? (number && Number(number));
  if (value !== undefined) return JSON.stringify(colon === '' ? value : String(value)) + colon;
  return (word === undefined ? (IN_JSON.get(mark) ?? mark) : (IN_JSON.get(word) ?? '?')) + colon;
}
