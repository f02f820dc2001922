import { describe, expect, it } from 'vitest';
import { reportedCells, reportedColumns } from './reported-cells';

const sources = {
  cpu_per_op: [
    ['computed', 'reported', 'computed', '-'],
    ['reported', 'reported', '-', 'reported'],
    ['computed', 'computed', 'computed', 'reported'],
  ],
  throughput: [['computed', 'reported']],
} as const;
const matrix = { sources: sources as never };

describe('reported cells', () => {
  it('are those with computed ones of the same test', () => {
    const cells = reportedCells(matrix, 'cpu_per_op');
    expect(cells).toEqual([
      [false, true, false, false],
      [false, false, false, false],
      [false, false, false, true],
    ]);
    expect(reportedColumns(cells)).toEqual([1, 3]);
  });

  it('are looked for among the compared columns only', () => {
    expect(reportedColumns(reportedCells(matrix, 'cpu_per_op', [0, 2]))).toEqual([]);
    // Counted as they were asked for.
    expect(reportedColumns(reportedCells(matrix, 'cpu_per_op', [1, 0]))).toEqual([0]);
  });

  it('there are none of throughput, and of a metric without sources', () => {
    expect(reportedCells(matrix, 'throughput')).toEqual([]);
    expect(reportedCells(matrix, 'cs_per_op')).toEqual([]);
  });
});
