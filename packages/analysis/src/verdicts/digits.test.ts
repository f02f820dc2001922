import { describe, expect, it } from 'vitest';
import { judgeMatrix } from './judge-matrix';
import { unknownNoise } from './noise/noise-types';
import { halfDigits, printedGrids, widenByDigits } from './printed-grid';
import { makeMatrix, makeRun } from './testing/make-matrix';

const halves = (throughput: (number | null)[][]) =>
  halfDigits(
    makeMatrix(
      ['8.4.0', '9.5.0'].map((version) => makeRun(version)),
      { throughput },
    ),
    { base: 0, column: 1, metric: 'throughput' },
  );

it('are half of the last digit that the values of two columns have', () => {
  expect(
    halves([
      [0.05, 0.049],
      [0.1, 0.125],
      [1, 1],
    ]),
  ).toEqual([0.0005, 0.0005, 0.0005]);
  expect(halves([[12, 13]])).toEqual([0.5]);
  expect(halves([[1e21, 2e21]])).toEqual([0.5]);
});

it('are none of what was computed, or is missing', () => {
  expect(
    halves([
      [1 / 3, 0.3],
      [1e-9, 2e-9],
      [null, 5],
      [0.3, 0.4],
    ]),
  ).toEqual([0, 0, 0, 0.05]);
});

it('widen sigma', () => {
  expect(widenByDigits(0.01, 0.0005, [0.05, 0.049])).toBeCloseTo(0.017439, 6);
  expect(widenByDigits(0.01, 0, [0.05, 0.049])).toBe(0.01);
});

describe('times behind computed values', () => {
  const grids = (throughput: (number | null)[][]) =>
    printedGrids(
      makeMatrix(
        ['8.4.0', '9.5.0'].map((version) => makeRun(version)),
        { throughput },
      ),
      { base: 0, column: 1, metric: 'throughput' },
    );

  it('are found where each value of a unit is 1 over a time of few digits', () => {
    const [whole, tenth] = grids([
      [1 / 3, 1 / 4],
      [1 / 12, 1 / 7],
    ]);
    expect(whole).toEqual({ half: 0.5, sides: [3, 4] });
    expect(tenth?.half).toBe(0.5);
    expect(grids([[1 / 0.35, 1 / 0.3]])[0]).toMatchObject({ half: 0.005 });
  });

  it('are none where a value is anything else, is missing, or was printed itself', () => {
    expect(
      grids([
        [1 / 3, 1 / 4],
        [0.1234567890123, 1 / 7],
      ]),
    ).toEqual([null, null]);
    expect(grids([[1 / 3, null]])).toEqual([null]);
    expect(grids([[1e-7 / 3, 1e-7 / 7]])).toEqual([null]);
    expect(grids([[20, 25]])[0]).toEqual({ half: 0.5, sides: [20, 25] });
  });

  it('of whole seconds hide what one second can do', () => {
    const verdictOf = (values: [number, number]) => {
      const matrix = makeMatrix([makeRun('8.4.0'), makeRun('9.5.0')], { throughput: [values] });
      const noise = unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated');
      return judgeMatrix(matrix, { base: 0, noise }).cells[0]?.[1]?.verdict;
    };
    expect(verdictOf([1 / 3, 1 / 4])).toBe('unclear');
    expect(verdictOf([1 / 3.0000001234567, 1 / 4.0000001234567])).toBe('regression');
    expect(verdictOf([1 / 300, 1 / 400])).toBe('regression');
  });
});
