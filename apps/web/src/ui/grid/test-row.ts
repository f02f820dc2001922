import type { RowElement } from './draw-row';

/** A row that remembers what was written to it: `1 text 0.94` is the text of its second cell. */
export function testRow(cells: number): RowElement & { writes: string[] } {
  const writes: string[] = [];
  const textOf = (index: number) => ({
    set nodeValue(value: string | null) {
      writes.push(`${index} text ${value}`);
    },
  });
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
  return { cells: Array.from({ length: cells }, (_, index) => make(index)), writes };
}
