import { describe, expect, it } from 'vitest';
import { reportInput } from '../verdicts/testing/report-input';
import { pickColumns, pickRows } from './pick-columns';

function matrix() {
  const input = reportInput(['a', 'b', 'c'], {
    insert: { throughput: [1, 2, 3], cpu_per_op: [0.1, null, 0.3] },
    delete: { throughput: [4, null, 6] },
  });
  input.matrix.status = [
    ['ok', 'failed', 'ok'],
    ['ok', 'missing', 'ok'],
  ];
  return input.matrix;
}

describe('a part of a matrix', () => {
  it('has all rows and the columns asked for, in that order', () => {
    const whole = matrix();
    const picked = pickColumns(whole, [2, 1, 9]);
    expect(picked.columns.map(({ name }) => name)).toEqual(['c', 'b']);
    expect(picked.rows).toHaveLength(2);
    expect(picked.values).toEqual({
      throughput: [
        [3, 2],
        [6, null],
      ],
      cpu_per_op: [
        [0.3, null],
        [null, null],
      ],
    });
    expect(picked.status).toEqual([
      ['ok', 'failed'],
      ['ok', 'missing'],
    ]);
    expect(whole.columns).toHaveLength(3);
  });

  it('has all columns and the rows asked for, in that order', () => {
    const picked = pickRows(matrix(), [1, 0, 7]);
    expect(picked.rows.map(({ name }) => name)).toEqual(['delete', 'insert']);
    expect(picked.columns).toHaveLength(3);
    expect(picked.values.throughput).toEqual([
      [4, null, 6],
      [1, 2, 3],
    ]);
    expect(picked.status[0]).toEqual(['ok', 'missing', 'ok']);
  });
});
