import { expect, it } from 'vitest';
import { median } from './median';

it.each([
  { values: [], expected: null },
  { values: [7], expected: 7 },
  { values: [10, 9, 100], expected: 10 },
  { values: [4, 1, 3, 2], expected: 2.5 },
])('median of $values is $expected', ({ values, expected }) => {
  expect(median(values)).toBe(expected);
});

it('leaves its input alone', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});
