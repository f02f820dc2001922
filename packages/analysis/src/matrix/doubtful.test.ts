import { describe, expect, it } from 'vitest';
import { comparedChange } from '../verdicts/compared-change';
import type { CellResult } from './cell';
import type { MatrixRow } from './matrix';
import { matrixOfResults } from './matrix-of-results';

const ROW: MatrixRow = {
  key: 'point-query_range=100',
  label: 'point-query_range=100',
  name: 'point-query',
  range: 100,
  group: 'point',
  groupLabel: 'Point queries',
  position: 0,
  unit: 'queries/s',
  warmup: false,
  known: true,
};

const result = (throughput: number, doubtful?: CellResult['doubtful']): CellResult => ({
  status: 'ok',
  reported: { throughput, latency_p95: 0.001 },
  computed: null,
  ...(doubtful && { doubtful }),
});

function matrixOf(...columns: CellResult[][]) {
  return matrixOfResults({
    columns: columns.map((_, index) => ({ label: `v${index}` })),
    rows: [ROW],
    results: [columns],
  });
}

describe('a doubtful throughput', () => {
  it('is shown apart from the values, with a mark in the cell', () => {
    const matrix = matrixOf([result(100)], [result(1000, ['throughput'])]);
    expect(matrix.status).toEqual([['ok', 'doubtful']]);
    expect(matrix.values.throughput).toEqual([[100, null]]);
    expect(matrix.doubtful?.throughput).toEqual([[null, 1000]]);
  });

  it('gives way to good repeats, in the median, the spread and their number', () => {
    const matrix = matrixOf([result(100), result(1000, ['throughput']), result(102)]);
    expect(matrix.status).toEqual([['ok']]);
    expect(matrix.values.throughput).toEqual([[101]]);
    expect(matrix.repeats).toEqual([[2]]);
    expect(matrix.doubtful).toBeUndefined();
  });

  it('is compared with nothing, from either side', () => {
    const matrix = matrixOf([result(100)], [result(1000, ['throughput'])]);
    const change = (base: number, column: number) =>
      comparedChange(matrix, { row: 0, base, column, metric: 'throughput' });
    expect(change(0, 1)).toBe('suspect');
    expect(change(1, 0)).toBe('base is suspect');
  });
});

it('leaves out another metric alone where only that one is doubtful', () => {
  const matrix = matrixOf([result(100, ['latency_p95'])], [result(101)]);
  expect(matrix.status).toEqual([['ok', 'ok']]);
  expect(matrix.values.latency_p95).toEqual([[null, 0.001]]);
  expect(matrix.doubtful?.latency_p95).toEqual([[0.001, null]]);
  expect(matrix.values.throughput).toEqual([[100, 101]]);
});

describe('the values behind a median', () => {
  const eachOf = (...cell: CellResult[]) =>
    matrixOfResults({ columns: [{ label: 'v0' }], rows: [ROW], results: [[cell]], each: true }).each
      ?.throughput;

  it('are those that it is the median of', () => {
    expect(eachOf(result(100), result(102))).toEqual([[[100, 102]]]);
    expect(eachOf(result(100), result(1000, ['throughput']))).toEqual([[[100]]]);
  });

  it('are what was printed where none of it is believed', () => {
    expect(eachOf(result(900, ['throughput']), result(1000, ['throughput']))).toEqual([[[900, 1000]]]);
  });

  it('are kept only on request', () => {
    expect(matrixOf([result(100)]).each).toBeUndefined();
  });
});
