import { describe, expect, it } from 'vitest';
import { testCell, testDocument, testTable } from '../testing/test-document';
import { documentText } from './document-text';
import type { ViewDocument } from './view-document';

const table = testTable(['l.i0', 'l.x'], {
  '8.0.43': [testCell(129870.123, { text: '129\u202f870' }), null],
  '9.4|0': [testCell(9, { note: 'SLA failed' }), 0.5],
});
const document = testDocument(
  {
    ...table,
    groups: [
      { label: 'inserts/s', span: 1 },
      { label: 'rows/s', span: 1 },
    ],
    notes: ['Read this.'],
  },
  testTable(['a,b'], { 'x\ty': [1] }, { id: 'relative', title: 'Relative', hint: '' }),
);

describe('a document as text', () => {
  it('is in Markdown what the page shows, with its legend', () => {
    expect(documentText(document, 'md')).toBe(`## Insert Benchmark: MySQL 8.0.43 to 9.4.0 on 8-core

uploaded runs / pn53

**None of 2 steps is slower** in 9.4.0.

### Throughput

inserts per second

| Version | inserts/s l.i0 | rows/s l.x |
| :--- | ---: | ---: |
| 8.0.43 | 129\u202f870 | – |
| 9.4\\|0 | 9 (SLA failed) | 0.5 |

Read this.

### Relative

| Version | a,b |
| :--- | ---: |
| x\ty | 1 |
`);
  });

  it('has numbers that programs read in TSV and CSV, a missing one empty, one table after another', () => {
    expect(documentText(document, 'tsv').split('\n')).toEqual([
      'Throughput: inserts per second',
      'Version\tinserts/s l.i0\trows/s l.x',
      '8.0.43\t129870\t',
      '9.4|0\t9 (SLA failed)\t0.5',
      '',
      'Relative',
      'Version\ta,b',
      'x y\t1',
      '',
    ]);
    expect(documentText(document, 'csv').split('\n')[6]).toBe('Version,"a,b"');
  });

  it('keeps the full precision in JSON', () => {
    const parsed: ViewDocument = JSON.parse(documentText(document, 'json'));
    expect(parsed.tables[0]?.sections[0]?.rows[0]?.cells.map(({ value }) => value)).toEqual([
      129870.123,
      null,
    ]);
  });

  it('names the base', () => {
    const [row] = table.sections[0]?.rows ?? [];
    const [head] = table.heads;
    if (!row || !head) throw new Error('The table has a row and a column.');
    const based = {
      ...table,
      heads: [{ ...head, isBase: true }],
      sections: [{ label: '', rows: [{ ...row, isBase: true }] }],
    };
    const lines = documentText(testDocument(based), 'csv').split('\n');
    expect([lines[1], lines[2]]).toEqual(['Version,l.i0 base', '8.0.43 (base),129870,']);
  });
});
