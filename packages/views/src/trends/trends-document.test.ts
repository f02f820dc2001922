import { describe, expect, it } from 'vitest';
import { testLine, testTrends } from '../testing/test-trends';
import { trendsDocument } from './trends-document';
import { trendsUrl } from './trends-state';

const data = testTrends([
  testLine(['14.0', '15.0', '17.0'], [[1000, 900, 1100.5]]),
  testLine(['14.0', '17.0'], [[500, 300]], { server: 'big', cores: 48 }),
]);
const table = (state: Partial<typeof trendsUrl.defaults> = {}) => {
  const document = trendsDocument(data, { ...trendsUrl.defaults, ...state });
  return document.tables[0]?.sections[0]?.rows.map(({ name, cells }) => [
    name,
    ...cells.map(({ text }) => text),
  ]);
};

describe('a trend as a document', () => {
  it('is the table of the page: versions below each other, a column for each line, gaps as gaps', () => {
    expect(table()).toEqual([
      ['14', '1.00', '1.00'],
      ['15', '0.90', '–'],
      ['17', '1.10', '0.60'],
    ]);
    expect(table({ mode: 'abs', x: 'release' })?.[2]).toEqual(['17.0', '1\u202f100', '300']);
  });

  it('keeps the numbers, the verdicts and the releases behind a major', () => {
    const { tables, title, on, sentence } = trendsDocument(data, { ...trendsUrl.defaults, x: 'major' });
    expect(tables[0]?.sections[0]?.rows[2]?.cells).toEqual([
      { text: '1.10', note: '17.0', level: 'b1', mark: 'up', value: 1.1005 },
      { text: '0.60', note: '17.0', level: 'r5', mark: 'dn', value: 0.6 },
    ]);
    expect(`${title} ${on}`).toBe('a test of PostgreSQL');
    expect(sentence.strong).toMatch(/^1 of 2 lines/);
  });

  it('has the drawing as numbers, with a line at 1.00 of ratios only', () => {
    const { chart } = trendsDocument(data, trendsUrl.defaults);
    expect(chart?.reference).toBe(1);
    expect(chart?.lines.map(({ points }) => points.map((point) => point?.value ?? null))).toEqual([
      [1, 0.9, 1.1005],
      [1, null, 0.6],
    ]);
    expect(trendsDocument(data, { ...trendsUrl.defaults, mode: 'abs' }).chart?.reference).toBeNull();
  });

  it('has neither drawing nor table without a value', () => {
    const empty = testTrends([testLine(['14.0'], [[null]])], { without: ['pn53, sysbench'] });
    const { chart, tables, notes } = trendsDocument(empty, trendsUrl.defaults);
    expect([chart, tables]).toEqual([null, []]);
    expect(notes.join(' ')).toContain('No value of this test and metric: pn53, sysbench.');
  });
});
