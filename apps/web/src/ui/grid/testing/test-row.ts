import type { RowElement } from '../draw-row';

/**
 * A row that remembers what was written to it: `1 text 0.94` is the text of its second cell, and `1 3+1 4` the part of
 * it that was written: in place of one letter after the first three.
 *
 * @param texts that its cells have; without them, no cell declares its text
 */
export function testRow(
  cells: number,
  texts: readonly string[] = [],
): RowElement & { writes: string[]; parts: string[] } {
  const writes: string[] = [];
  const parts: string[] = [];
  const textOf = (index: number) => {
    let text = texts[index] ?? '';
    return {
      get nodeValue() {
        return text;
      },
      replaceData(offset: number, count: number, data: string) {
        text = text.slice(0, offset) + data + text.slice(offset + count);
        parts.push(`${index} ${offset}+${count} ${data}`);
        writes.push(`${index} text ${text}`);
      },
    };
  };
  const make = (index: number) => ({
    set className(value: string) {
      writes.push(`${index} class ${value}`);
    },
    set innerHTML(value: string) {
      writes.push(`${index} html ${value}`);
    },
    firstChild: textOf(index),
    firstElementChild: {
      firstChild: textOf(index),
      setAttribute: (name: string, value: string) => writes.push(`${index} ${name} ${value}`),
    },
  });
  return { cells: Array.from({ length: cells }, (_, index) => make(index)), writes, parts };
}
