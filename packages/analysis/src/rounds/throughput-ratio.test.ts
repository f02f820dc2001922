import { expect, it } from 'vitest';
import { throughputRatio } from './throughput-ratio';

const slices = (middle: number, rounds: number) =>
  Array.from({ length: rounds }, (_, round) => middle * (1 + (round % 4) / 10));
const matrixOf = (rounds: number) => ({
  values: { throughput: [[1000, 1050, null]] },
  rounds: [
    {
      id: 'a',
      restartEvery: 6,
      values: [[slices(1000, rounds), slices(900, rounds), slices(900, rounds)]],
    },
  ],
});
const ratioOf = (rounds: number, column: number) =>
  throughputRatio(matrixOf(rounds), { row: 0, base: 0, column });

it('is what 8 or more rounds say in pairs, else of the values; null without one of them', () => {
  expect(ratioOf(8, 1)).toBeCloseTo(0.9, 10);
  expect(ratioOf(7, 1)).toBe(1.05);
  expect(ratioOf(8, 0)).toBe(1);
  expect(ratioOf(8, 2)).toBeNull();
});
