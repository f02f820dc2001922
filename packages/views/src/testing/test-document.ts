/** Hand-made documents for tests. */
import type { DocumentCell, DocumentTable, ViewDocument } from '../document/view-document';

/** A cell of a number; a text is a cell without one. */
export function testCell(value: number | string | null, change: Partial<DocumentCell> = {}): DocumentCell {
  const number = typeof value === 'number' ? value : null;
  return {
    text: value === null ? '–' : String(value),
    note: '',
    level: null,
    mark: null,
    value: number,
    ...change,
  };
}

/** A table with values by row and column. */
export function testTable(
  columns: readonly string[],
  rows: Readonly<Record<string, readonly (number | string | null | DocumentCell)[]>>,
  change: Partial<DocumentTable> = {},
): DocumentTable {
  return {
    id: 'absolute',
    title: 'Throughput',
    hint: 'inserts per second',
    corner: 'Version',
    groups: [],
    heads: columns.map((label) => ({
      key: label,
      label,
      note: '',
      starts: false,
      isBase: false,
      isWords: false,
    })),
    sections: [
      {
        label: '',
        rows: Object.entries(rows).map(([name, cells]) => ({
          key: name,
          name,
          note: '',
          isBase: false,
          isMean: false,
          cells: cells.map((cell) => (typeof cell === 'object' && cell !== null ? cell : testCell(cell))),
        })),
      },
    ],
    notes: [],
    ...change,
  };
}

export function testDocument(...tables: DocumentTable[]): ViewDocument {
  return {
    title: 'Insert Benchmark: MySQL 8.0.43 to 9.4.0',
    on: 'on 8-core',
    meta: ['uploaded runs', 'pn53'],
    sentence: { strong: 'None of 2 steps is slower', rest: ' in 9.4.0.' },
    notes: [],
    chart: null,
    tables,
  };
}
