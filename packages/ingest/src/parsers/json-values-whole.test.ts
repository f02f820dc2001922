import { describe, expect, it } from 'vitest';
import { JsonDocuments, type JsonValue } from './json-documents';

/** What a file of JSON tells, and the lines that end it. */
function read(text: string) {
  const values: [string, JsonValue, number][] = [];
  const broken: number[] = [];
  const documents = new JsonDocuments({
    value: (path, value, line) => values.push([path.join('/'), value, line]),
    open: () => undefined,
    close: () => undefined,
    documentEnd: () => undefined,
    broken: (line) => broken.push(line),
  });
  for (const [index, line] of text.split('\n').entries()) {
    const bytes = Buffer.from(line);
    documents.line(bytes, 0, bytes.length, index + 1);
  }
  return { values, broken, isOpen: documents.isOpen };
}

describe('a value of JSON', () => {
  it.each([
    ['a decimal comma', '{"a": 1,\n"tps": 10126,5\n}', [['a', 1, 1]], [2]],
    ['hexadecimal', '{"a": 1,\n"tps": 0x12\n}', [['a', 1, 1]], [2]],
    ['an underscore', '{"a": 1,\n"tps": 9_9.5\n}', [['a', 1, 1]], [2]],
    ['a number that is wrapped', '{"a": 1,\n"tps": 100\n00\n}', [['a', 1, 1]], [3]],
    ['a unit', '{"a": 1,\n"tps": 100ms\n}', [['a', 1, 1]], [2]],
  ])('is not told where it is not whole: %s', (_, text, values, broken) => {
    expect(read(text)).toEqual({ values, broken, isOpen: false });
  });

  it('is not told where the file ends in its middle', () => {
    expect(read('{"a": 1,\n"tps": 99.59')).toEqual({ values: [['a', 1, 1]], broken: [], isOpen: true });
  });

  it('is emitted with its own path and line, whatever follows', () => {
    const text = '{"a":\n1\n,"b":{"c":2},"d":[3,\n4\n],"e":{},"f":null}';
    expect(read(text).values).toEqual([
      ['a', 1, 2],
      ['b/c', 2, 3],
      ['d/#', 3, 3],
      ['d/#', 4, 4],
      ['f', null, 5],
    ]);
  });

  it('may have a comma behind it', () => {
    expect(read('{"a":1,"b":{"c":2,},}')).toEqual({
      values: [
        ['a', 1, 1],
        ['b/c', 2, 1],
      ],
      broken: [],
      isOpen: false,
    });
  });
});
