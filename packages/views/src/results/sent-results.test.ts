import type { Matrix } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { isOfSize, toSentResults } from './sent-results';

/** One row and the columns that are given; everything is there, once, and may be compared. */
function matrixOf(throughput: (number | null)[], change: Partial<Matrix> = {}): Matrix {
  const row = <T>(cell: T) => [throughput.map(() => cell)];
  return {
    columns: throughput.map((_, index) => ({ label: `v${index}` })),
    rows: [],
    values: { throughput: [throughput] },
    sources: {},
    status: row('ok'),
    repeats: row(1),
    spread: row(null),
    ...change,
  };
}

const metrics = ['throughput', 'cs_per_op'] as const;

describe('results as they are sent', () => {
  it('keep seven digits, and all before the point', () => {
    const { values } = toSentResults(matrixOf([1 / 3, 123_456_789.4, 1234.5]), { metrics });
    expect(values).toEqual({ throughput: [[0.3333333, 123_456_789.4, 1234.5]] });
  });

  it('leave out results that must not be compared and mention them', () => {
    const matrix = matrixOf([1, 2, null], { status: [['ok', 'bad_run', 'missing']] });
    expect(toSentResults(matrix, { metrics })).toMatchObject({
      values: { throughput: [[1, null, null]] },
      excluded: [{ row: 0, column: 1, status: 'bad_run' }],
    });
  });

  it('say how often a cell was run only where one was repeated', () => {
    expect(toSentResults(matrixOf([1, 2]), { metrics })).toMatchObject({ repeats: null, spread: null });
    const repeated = matrixOf([1, 2], { repeats: [[1, 3]], spread: [[null, 0.123456]] });
    expect(toSentResults(repeated, { metrics })).toMatchObject({
      repeats: [[1, 3]],
      spread: [[null, 0.123]],
    });
  });

  it('say how costs were made only where both ways occur', () => {
    const made = (sources: Matrix['sources']) =>
      toSentResults(matrixOf([1, 2, 3], { sources }), { metrics }).sources;
    expect(made({ cs_per_op: [['computed', 'computed', '-']] })).toEqual({});
    expect(made({ cs_per_op: [['computed', 'reported', '-']] })).toEqual({ cs_per_op: ['cr-'] });
  });

  it('keep their places on the page', () => {
    const matrix = matrixOf([1, 2, 3], {
      status: [['ok', 'ok', 'failed']],
      repeats: [[2, 1, 1]],
      sources: { cs_per_op: [['computed', 'reported', '-']] },
    });
    const placement = { rows: [1], columns: [2, null, 0], size: { rows: 2, columns: 3 } };
    expect(toSentResults(matrix, { metrics, placement })).toEqual({
      values: {
        throughput: [
          [null, null, null],
          [null, null, 1],
        ],
      },
      excluded: [{ row: 1, column: 0, status: 'failed' }],
      repeats: [
        [0, 0, 0],
        [1, 0, 2],
      ],
      spread: [
        [null, null, null],
        [null, null, null],
      ],
      sources: { cs_per_op: ['---', '--c'] },
    });
  });
});

describe('the size of results', () => {
  it('is that of every metric', () => {
    const size = { rows: 1, columns: 2 };
    expect(isOfSize({ throughput: [[1, 2]], cs_per_op: [[1, null]] }, size)).toBe(true);
    expect(isOfSize({ throughput: [[1, 2]], cs_per_op: [[1]] }, size)).toBe(false);
    expect(isOfSize({ throughput: [] }, size)).toBe(false);
  });
});
