import { expect, it } from 'vitest';
import { twoSidedT4 } from '../verdicts/p-value';
import { tTest, twoSidedQuantile, twoSidedT } from './student-t';

it.each([
  [1, 12.706205, 0.05],
  [2, 4.302653, 0.05],
  [3, 12.923979, 0.001],
  [4, 8.610302, 0.001],
  [5, 2.570582, 0.05],
  [10, 4.586894, 0.001],
  [30, 2.749996, 0.01],
  [57, 2.00246546, 0.05],
  [1000, 1.9623391, 0.05],
])('with %i degrees of freedom, %f is exceeded by chance in %f', (degrees, t, p) => {
  expect(twoSidedT(t, degrees)).toBeCloseTo(p, 7);
  expect(twoSidedT(-t, degrees)).toBe(twoSidedT(t, degrees));
  expect(twoSidedQuantile(p, degrees)).toBeCloseTo(t, 5);
});

it('is the closed form for 4 degrees of freedom, and never under 0', () => {
  for (const t of [0, 0.1, 1, 3, 7, 20]) expect(twoSidedT(t, 4)).toBeCloseTo(twoSidedT4(t), 12);
  for (const degrees of [1, 2, 7, 1998]) {
    expect(twoSidedT(0, degrees)).toBe(1);
    expect(twoSidedT(1e12, degrees)).toBeGreaterThanOrEqual(0);
    expect(twoSidedT(1e12, degrees)).toBeLessThan(1e-11);
  }
});

it('compares two means with one variance', () => {
  // Means 2 and 5, variance 1, error √(2/3): t = 3.674235 with 4 degrees of freedom.
  expect(tTest([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.0213116, 6);
  expect(tTest([1, 1, 1], [1, 1, 1])).toBe(1);
  expect(tTest([1, 1, 1], [2, 2, 2])).toBe(0);
  expect(tTest([1], [2])).toBe(1);
});
