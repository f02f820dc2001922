import { expect, it } from 'vitest';
import { halfDigits, widenByDigits } from './judge-cells';
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
