import { expect, it } from 'vitest';
import { hodgesLehmann } from './hodges-lehmann';
import { median } from './median';

const ofAllPairs = (values: readonly number[]) =>
  median(values.flatMap((value, index) => values.slice(index).map((other) => (value + other) / 2)));

const shaken = (count: number, of: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => of((index * 7919) % 1009));

it.each([1, 2, 3, 8, 20, 61, 200])('is the median of the means of all pairs of %i values', (count) => {
  for (const values of [
    shaken(count, (place) => Math.sin(place) / 10),
    shaken(count, (place) => Math.floor(place / 100) - 4),
    shaken(count, (place) => (place % 5 === 0 ? -3 : 0.05)),
    shaken(count, () => -0.02),
    shaken(count, (place) => (place - 500) ** 5),
  ])
    expect(hodgesLehmann(values)).toBe(ofAllPairs(values));
});

it('is exact for 5,000 values, apart or equal', () => {
  // Symmetric around 2: so is the middle.
  expect(hodgesLehmann(Array.from({ length: 5000 }, (_, index) => 2 + (index - 2499.5) / 1024))).toBe(2);
  expect(hodgesLehmann(Array.from({ length: 5000 }, () => 0.1))).toBe(0.1);
});
