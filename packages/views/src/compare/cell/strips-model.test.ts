import { describe, expect, it } from 'vitest';
import { stripsModel } from './strips-model';

const strip = (column: string, cells: (number | null)[], longestStall: number | null) => ({
  ...{ column, label: column, cells, longestStall },
});

describe('the strip of seconds × versions', () => {
  it('colours stretches whose slowest second is at 0.90 of the median or below', () => {
    const model = stripsModel({ length: 20, strips: [strip('a', [0.95, 0.9, 0.05, null], 2)] });
    const [row] = model?.rows ?? [];
    expect(row?.cells.map(({ title }) => title)).toEqual([
      ...['0 s to 20 s: 0.95', '20 s to 40 s: 0.90', '40 s to 60 s: 0.05', '60 s to 80 s: –'],
    ]);
    expect(row?.cells.map(({ level }) => level)).toEqual(['n', 'r2', 'r5', null]);
    expect([row?.worst, row?.stall]).toEqual(['0.05', '2 s']);
  });

  it('gives shorter runs empty cells, and a stall that is not known a dash', () => {
    const model = stripsModel({ length: 1, strips: [strip('a', [1], null), strip('b', [1, 1, 1], 0)] });
    expect(model?.rows.map(({ cells, stall }) => [cells.length, stall])).toEqual([
      ...[
        [3, '–'],
        [3, '0 s'],
      ],
    ]);
  });

  it('leaves out the words that all versions begin with', () => {
    const named = (...labels: string[]) =>
      stripsModel({ length: 1, strips: labels.map((label) => strip(label, [1], 0)) });
    const labels = (...given: string[]) => named(...given)?.rows.map(({ label }) => label);
    expect(labels('MySQL 8.0 a', 'MySQL 8.0 b')).toEqual(['a', 'b']);
    expect(labels('MySQL 8.0', 'MySQL 8.0 b')).toEqual(['8.0', '8.0 b']);
    expect(labels('MySQL 8.0', 'MySQL 8.0')).toEqual(['8.0', '8.0']);
    expect(labels('MySQL 8.0')).toEqual(['MySQL 8.0']);
  });

  it('is nothing without a version that has seconds', () => {
    expect(stripsModel({ length: 1, strips: [] })).toBeNull();
  });
});
