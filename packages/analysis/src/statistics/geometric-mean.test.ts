import { expect, it } from 'vitest';
import { geometricMean } from './geometric-mean';

it('is 1 for a halving and a doubling', () => {
  expect(geometricMean([0.5, 2])).toBeCloseTo(1, 12);
});

it('leaves out what has no logarithm', () => {
  expect(geometricMean([null, 0, Infinity, 0.8, 0.8])).toBeCloseTo(0.8, 12);
});

it('is null for nothing', () => {
  expect(geometricMean([])).toBeNull();
  expect(geometricMean([null, 0])).toBeNull();
});
